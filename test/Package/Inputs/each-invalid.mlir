each.kernel @k(%a: i32) {
}
