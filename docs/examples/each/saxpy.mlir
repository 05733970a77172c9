// y = max(a * x + y, 0.5), for each element.
each.kernel @saxpy(%a: f32, %x: !each.array, %y: !each.array) {
  %0 = each.get %x
  %1 = each.get %y
  %2 = each.mul %a, %0
  %3 = each.add %2, %1
  %4 = each.constant 0.5
  %5 = each.max %3, %4
  each.set %y, %5
}
