// Presses the keys of an explorer page and checks what changes.
//
// usage: explorer_keys.js PAGE.html EXPLORER.md
//
// The page must have two functions, a phase with more than one change and cycles.
// jsdom has no layout and no modal dialogs: what is scrolled to is not seen here,
// and Esc, by which a browser closes a dialog, is its own.
"use strict";
const assert = require("assert");
const fs = require("fs");
const { JSDOM, VirtualConsole } = require("jsdom");

const [pagePath, docsPath] = process.argv.slice(2);
const html = fs.readFileSync(pagePath, "utf8");
let checks = 0;

function open(hash) {
  const errors = new VirtualConsole();
  errors.on("jsdomError", e => { throw e; });
  return new JSDOM(html, {
    url: "http://localhost/page.html" + (hash || ""),
    runScripts: "dangerously",
    virtualConsole: errors,
    beforeParse(window) {
      window.Element.prototype.scrollIntoView = function() { };
      window.HTMLDialogElement.prototype.showModal = function() { this.open = true; };
    },
  }).window;
}

let window = open();
const byId = id => window.document.getElementById(id);
const names = ["ptx", "ir", "sass"];
const pressed = new Set();

// What a reader sees: the line that is selected and what belongs to it, the
// phase, and so on.
function see() {
  const at = [...window.document.querySelectorAll(".row.at")];
  assert.ok(at.length <= 1, "more than one line is selected");
  const row = at[0], pane = row && row.parentElement;
  return {
    pane: pane ? pane.id : "",
    row: row ? [...pane.children].indexOf(row) : -1,
    line: row ? row.dataset.line : "",
    kind: row ? ["new", "gone", "moved"].filter(k => row.classList.contains(k)).join() : "",
    same: [...window.document.querySelectorAll(".row.same")].map(e => e.id).join(),
    focus: window.document.activeElement.id,
    func: byId("function").selectedIndex,
    phase: byId("phase").selectedIndex,
    phases: byId("phase").options.length,
    diff: byId("diff").checked,
    what: byId("what").textContent,
    rows: byId("ir").childElementCount,
    help: byId("help").open,
    hash: window.location.hash,
  };
}

const text = pane => byId(pane).textContent;

function press(key, more) {
  const event = new window.KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more });
  window.document.activeElement.dispatchEvent(event);
  if (!more) pressed.add(key);
  return { ...see(), taken: event.defaultPrevented };
}

function check(name, body) {
  try {
    body();
    ++checks;
  } catch (e) {
    console.log("FAILED: " + name + ": " + e.message);
    process.exitCode = 1;
  }
}

// All that is of one line of the PTX is marked, in all panes.
function expectMarks(s) {
  if (s.line === "0") return;
  const want = names.flatMap(n => [...byId(n).children])
      .filter(e => e.dataset.line === s.line && !e.classList.contains("at")).map(e => e.id);
  assert.strictEqual(s.same, want.join());
  assert.strictEqual(byId(s.pane).children[s.row].getAttribute("aria-selected"), "true");
}

const start = see();
check("a page begins in the PTX, at the first line of code", () => {
  assert.deepStrictEqual([start.pane, start.focus, start.func], ["ptx", "ptx", 0]);
  assert.strictEqual(start.phase, start.phases - 1);
  const text = byId("ptx").children[start.row].textContent;
  assert.match(text, /ld\.param|mov|setp|cvta|\w+\.\w+/);
  expectMarks(start);
  assert.ok(start.same, "nothing belongs to the first line");
});
check("up and down", () => {
  const down = press("ArrowDown");
  assert.deepStrictEqual([down.pane, down.row, down.taken], ["ptx", start.row + 1, true]);
  expectMarks(down);
  const up = press("ArrowUp");
  assert.strictEqual(up.row, start.row);
  expectMarks(up);
});
check("pages, begin and end", () => {
  const last = byId("ptx").childElementCount - 1;
  assert.ok(last > 25);
  assert.strictEqual(press("Home").row, 0);
  assert.strictEqual(press("ArrowUp").row, 0);
  assert.strictEqual(press("PageDown").row, 20);
  assert.strictEqual(press("End").row, last);
  assert.strictEqual(press("ArrowDown").row, last);
  assert.strictEqual(press("PageUp").row, last - 20);
});
check("left and right go to what belongs together", () => {
  // A line that is not the first of the other panes.
  const first = n => [...byId(n).children].findIndex(e => e.dataset.line === see().line);
  press("Home");
  while (first("ir") < 3 || first("sass") < 3) press("ArrowDown");
  const places = [first("ir"), first("sass")];
  const ir = press("ArrowRight");
  assert.deepStrictEqual([ir.pane, ir.focus, ir.row], ["ir", "ir", places[0]]);
  expectMarks(ir);
  const sass = press("ArrowRight");
  assert.deepStrictEqual([sass.pane, sass.focus, sass.row], ["sass", "sass", places[1]]);
  assert.strictEqual(press("ArrowRight").pane, "sass");
  assert.strictEqual(press("ArrowLeft").row, places[0]);
  assert.strictEqual(press("ArrowLeft").pane, "ptx");
  assert.strictEqual(press("ArrowLeft").focus, "ptx");
});

// How many lines of each snapshot are new, gone and moved, as the data says.
function countChanges(snapshots) {
  let old = 0;
  return snapshots.map((s, index) => {
    const from = [];
    for (let i = 0; i < s.lines.length; ++i)
      if (Array.isArray(s.lines[i]))
        for (let k = 0; k < s.lines[i][1]; ++k) from.push(s.lines[i][0] + k);
      else
        from.push(-1), ++i;
    let highest = -1, moved = 0;
    for (const f of from.filter(f => f >= 0)) {
      moved += f < highest;
      highest = Math.max(highest, f);
    }
    const kept = new Set(from.filter(f => f >= 0));
    const counts = { new: index ? from.filter(f => f < 0).length : 0, gone: old - kept.size, moved };
    old = from.length;
    return counts;
  });
}

const changesOf = c => c.new + c.gone + c.moved;
const counts = countChanges(JSON.parse(byId("data").textContent).functions[0].snapshots);
check("phases, and what each changed", () => {
  assert.ok(start.phases > 3);
  assert.ok(counts.some(c => c.moved) && counts.some(c => c.new) && counts.some(c => c.gone));
  for (let i = start.phases - 2; i >= 0; --i) {
    const before = text("ir");
    assert.strictEqual(press("[").phase, i);
    assert.ok(text("ir") !== before, "phase " + i + " shows what the one behind it does");
  }
  assert.strictEqual(press("[").phase, 0);
  assert.strictEqual(press("d").diff, true);
  for (let i = 1; i < start.phases; ++i) {
    const s = press("]");
    assert.strictEqual(s.phase, i);
    const shown = k => window.document.querySelectorAll("#ir ." + k).length;
    assert.deepStrictEqual({ new: shown("new"), gone: shown("gone"), moved: shown("moved") }, counts[i]);
    assert.match(s.what, new RegExp(": " + changesOf(counts[i]) + " lines$"));
  }
  assert.strictEqual(press("]").phase, start.phases - 1);
});
check("one change after the other", () => {
  let best = start.phases - 1;
  while (changesOf(counts[best]) < 3 || changesOf(counts[best]) > 12) press("["), --best;
  const marked = [...byId("ir").children].map((e, i) => [e, i]).filter(([e]) => /new|gone|moved/.test(e.className));
  for (const [e] of marked)
    assert.strictEqual(e.querySelector(".sign").textContent,
                       { new: "+", gone: "−", moved: "↕" }[/new|gone|moved/.exec(e.className)[0]]);
  for (const [, i] of [...marked, marked[0]]) {
    const s = press("n");
    assert.deepStrictEqual([s.pane, s.focus, s.row], ["ir", "ir", i]);
    assert.ok(s.kind);
  }
  const whole = press("d");
  assert.strictEqual(whole.diff, false);
  assert.strictEqual(window.document.querySelectorAll("#ir .new, #ir .gone, #ir .moved").length, 0);
  assert.ok(whole.rows > marked.length);
});
check("the instructions that waited most", () => {
  const stalls = [...byId("sass").children].map(e => Number(e.querySelector(".stall").textContent));
  const order = stalls.map((n, i) => [n, i]).filter(e => e[0]).sort((a, b) => b[0] - a[0] || a[1] - b[1]);
  assert.ok(order.length > 1);
  for (const [, i] of order.slice(0, 4)) {
    const s = press("m");
    assert.deepStrictEqual([s.pane, s.focus, s.row], ["sass", "sass", i]);
    expectMarks(s);
  }
});
check("functions", () => {
  const count = byId("function").options.length;
  assert.ok(count > 1);
  const before = ["ir", "sass"].map(text), s = press("f");
  assert.strictEqual(s.func, 1);
  assert.ok(text("ir") !== before[0] && text("sass") !== before[1]);
  assert.deepStrictEqual([s.pane, s.focus], ["ptx", "ptx"]);
  expectMarks(s);
  for (let i = 1; i < count; ++i) press("f");
  assert.deepStrictEqual([see().func, see().row], [0, start.row]);
});
check("the address keeps what is shown", () => {
  press("f");
  press("[");
  press("d");
  const s = press("ArrowDown");
  assert.strictEqual(s.hash, "#function=1&phase=" + s.phase + "&diff=1&line=" + s.line);
  const shown = names.map(text), old = window;
  window = open(s.hash);
  assert.deepStrictEqual({ ...see(), taken: true }, s);
  assert.deepStrictEqual(names.map(text), shown);
  old.close();
});
check("the list of keys, while which no other key works", () => {
  assert.strictEqual(see().help, false);
  assert.strictEqual(press("?").help, true);
  const before = see();
  for (const key of ["ArrowDown", "[", "d", "n", "m", "f"]) {
    const s = press(key);
    assert.deepStrictEqual({ ...s, taken: 0 }, { ...before, taken: 0 }, key);
    assert.strictEqual(s.taken, false);
  }
  byId("help").open = false;
  assert.ok(press("ArrowDown").row !== before.row);
});
check("what is not for the page is left to the browser", () => {
  const before = see();
  for (const [key, more] of [["d", { ctrlKey: true }], ["f", { metaKey: true }],
                             ["ArrowLeft", { altKey: true }], ["x", {}], ["Tab", {}]]) {
    const s = press(key, more);
    assert.deepStrictEqual(s, { ...before, taken: false }, key);
  }
  byId("phase").focus();
  assert.strictEqual(press("ArrowDown", {}).taken, false);
  assert.strictEqual(see().row, before.row);
});
check("all keys of the page's list and of the document were pressed", () => {
  const meaning = { "↑": ["ArrowUp"], "↓": ["ArrowDown"], "←": ["ArrowLeft"], "→": ["ArrowRight"],
                    Page: ["PageUp", "PageDown"], Esc: [] };
  const listed = [...byId("help").querySelectorAll("kbd")].map(e => e.textContent);
  assert.ok(listed.length > 10);
  const paragraph = /Everything works by keyboard:[^]*?\n\n/.exec(fs.readFileSync(docsPath, "utf8"))[0];
  const documented = [...paragraph.matchAll(/`([^`]+)`/g)].map(m => m[1]);
  assert.ok(documented.length >= 7);
  for (const key of [...listed, ...documented])
    for (const name of meaning[key] || [key]) assert.ok(pressed.has(name), name);
  for (const key of documented) assert.ok(listed.includes(key), key + " is not in the page's list");
});
console.log(checks + " checks of " + pressed.size + " keys");
window.close();
