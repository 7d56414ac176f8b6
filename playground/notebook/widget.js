// The page of a panel's widget. It asks and the kernel answers, one question at a time; while it plays it asks for the
// next picture when it has shown the last one, so that nothing piles up, and what is not on a page asks nothing.

const ICONS = {
  play: "M8 5v14l11-7z",
  pause: "M6 5h4v14H6zM14 5h4v14h-4z",
  start: "M6 5h2.4v14H6zM19 5v14l-9.6-7z",
  back: "M6 12l10-7v14z",
  on: "M8 5l10 7-10 7z",
  undo: "M12.5 8c-2.65 0-5.05 1-6.9 2.6L2 7v9h9l-3.62-3.62A7.45 7.45 0 0 1 12.5 10.500c3.540 0 6.550 2.310 7.600 5.500l2.370-.780C21.080 11.030 17.150 8 12.500 8z",
  redo: "M18.400 10.600A10.45 10.45 0 0 0 11.500 8c-4.650 0-8.580 3.030-9.960 7.220L3.900 16a8.02 8.02 0 0 1 7.600-5.500c1.950 0 3.730.720 5.120 1.880L13 16h9V7z",
};
const WORDS = { running: "", done: "Done", converged: "Converged", cycling: "Cycling", diverging: "Diverging", failed: "Failed" };
const POSITIONS = 1000;
const pages = new WeakMap(); // the pages of each model

function make(tag, given = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name in made && name !== "list") made[name] = value;
    else made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

function iconButton(name, label, act) {
  return make("button", { className: "icon", title: label, ariaLabel: label, onclick: act }, icon(name));
}

function put(node, words) {
  if (node.textContent !== words) node.textContent = words;
}

// ---- the theme of the notebook: what it says of itself, else the ground under the widget

function notebookTheme(el) {
  const body = document.body;
  if (body.classList.contains("vscode-light") || body.classList.contains("vscode-high-contrast-light")) return "light";
  if (body.classList.contains("vscode-dark") || body.classList.contains("vscode-high-contrast")) return "dark";
  if (body.dataset.jpThemeLight) return body.dataset.jpThemeLight === "true" ? "light" : "dark";
  for (let node = el; node; node = node.parentElement ?? node.getRootNode().host) {
    const found = getComputedStyle(node).backgroundColor.match(/^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)/);
    if (found && (found[4] === undefined || +found[4] > 0.5)) {
      return 0.299 * found[1] + 0.587 * found[2] + 0.114 * found[3] < 128 ? "dark" : "light";
    }
  }
  return document.documentElement.matches(".dark, [data-theme=dark]") ? "dark" : "light";
}

// ---- parameters

function position(spec, value) {
  const [low, high, here] = [spec.low, spec.high, value].map((one) => (spec.log ? Math.log(one) : one));
  return high > low ? Math.round(((here - low) / (high - low)) * POSITIONS) : 0;
}

function valueAt(spec, place) {
  if (place <= 0) return spec.low;
  if (place >= POSITIONS) return spec.high;
  if (place === position(spec, spec.default)) return spec.default;
  const [low, high] = [spec.low, spec.high].map((one) => (spec.log ? Math.log(one) : one));
  let value = low + ((high - low) * place) / POSITIONS;
  if (spec.log) value = Math.exp(value);
  if (spec.kind === "integer") return Math.round(value);
  value = spec.log ? Number(value.toPrecision(3)) : Number(value.toFixed(Math.max(spec.decimals, 3)));
  return Math.min(spec.high, Math.max(spec.low, value));
}

function parameterRow(spec, set) {
  const wrong = make("div", { className: "wrong", role: "alert" });
  const name = make("span", { className: "label" }, spec.label);
  const row = make("label", { className: "row", title: spec.tip });
  const asText = () => set(spec.name, field.value);
  const field = make("input", {
    type: "text", className: "field", spellcheck: false, ariaLabel: spec.label, onchange: asText,
    onkeydown: (event) => event.key === "Enter" && field.blur(),
  });
  let show;
  if (spec.kind === "choice") {
    const select = make("select", { ariaLabel: spec.label, onchange: () => set(spec.name, select.value) });
    for (const [value, words] of spec.choices) select.append(make("option", { value }, words));
    row.append(name, select);
    row.classList.add("stacked");
    show = (value) => { select.value = value; };
  } else if (spec.kind === "flag") {
    const box = make("input", { type: "checkbox", role: "switch", className: "switch", onchange: () => set(spec.name, box.checked) });
    row.append(name, box);
    row.classList.add("toggle");
    if (spec.mark) row.prepend(make("i", { className: "mark", style: `--mark: var(--${spec.mark})` }));
    show = (value) => { box.checked = value; row.classList.toggle("off", !value); };
  } else if (spec.kind === "real" || spec.kind === "integer") {
    let stroke = "";
    const slider = make("input", { type: "range", min: 0, max: POSITIONS, step: 1, ariaLabel: spec.label });
    slider.addEventListener("input", () => {
      stroke = stroke || Math.random().toString(36).slice(2);
      paint();
      set(spec.name, valueAt(spec, +slider.value), stroke);
    });
    slider.addEventListener("change", () => { stroke = ""; });
    const home = position(spec, spec.default);
    const paint = () => {
      const here = +slider.value, changed = here !== home;
      const [from, to] = changed ? [Math.min(home, here), Math.max(home, here)] : [0, here];
      slider.style.setProperty("--from", `${from / 10}%`);
      slider.style.setProperty("--to", `${to / 10}%`);
      slider.style.setProperty("--home", `${home / 10}%`);
      slider.classList.toggle("changed", changed);
    };
    row.append(name, field, make("span", { className: "unit" }, spec.unit), slider);
    show = (value, text) => {
      if (!stroke) slider.value = position(spec, value);
      paint();
      field.classList.toggle("changed", value !== spec.default);
      if (row.getRootNode().activeElement !== field && !wrong.textContent) field.value = text;
    };
  } else {
    row.append(name, field);
    row.classList.add("stacked");
    show = (value, text) => {
      if (row.getRootNode().activeElement !== field && !wrong.textContent) field.value = text;
    };
  }
  row.append(wrong);
  return { row, spec, show, refuse: (sentence) => put(wrong, sentence) };
}

function numberBlock(one) {
  if (!one.columns) {
    const line = make("div", { className: "number", title: one.meaning });
    line.append(make("span", { className: "label" }, one.label), make("b", {}, one.text));
    if (one.note) line.append(make("span", { className: "note" }, one.note));
    return line;
  }
  const head = make("tr", {}, make("th"), ...one.columns.map((column) => make("th", { title: column.meaning }, column.label)));
  const rows = one.rows.map((row) => {
    const mark = row.mark ? [make("i", { className: "mark", style: `--mark: var(--${row.mark})` })] : [];
    return make("tr", {}, make("td", {}, ...mark, row.label), ...row.cells.map((cell) => make("td", {}, cell)));
  });
  return make("div", { className: "table" }, make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows)));
}

// ---- one page

function render({ model, el }) {
  const panel = model.get("panel"), options = model.get("options");
  const here = pages.get(model) ?? new Set();
  pages.set(model, here.add(el));
  let playing = false, waiting = false, gone = false, scrubbing = false, late = 0, timer = 0, settle = 0;
  let queue = [], last = null, numbersShown = "", buttonsShown = "";

  // -- asking

  function ask(question) {
    const newest = queue.at(-1);
    const same = newest && newest.kind === question.kind && newest.name === question.name
      && (question.kind !== "mouse" || (question.event === "move" && newest.event === "move"));
    if (same && ["set", "seek", "look", "mouse"].includes(question.kind)) queue[queue.length - 1] = question;
    else queue.push(question);
    pump();
  }

  function pump() {
    if (gone || waiting || !queue.length) return;
    waiting = true;
    clearTimeout(late);
    late = setTimeout(overdue, 2500);
    send(queue.shift());
  }

  function send(question) {
    try {
      model.send(question);
    } catch { // the kernel is gone, and this page with it
      queue = [];
      clearTimeout(late);
      play(false);
      put(status, "No kernel: run the cell again");
    }
  }

  function overdue() { // a cell is at work, or what was asked is lost
    put(status, "Waiting for the kernel");
    late = setTimeout(overdue, 8000);
    send({ kind: "refresh" });
  }

  function next() {
    clearTimeout(timer);
    if (gone) return;
    const shown = model.get("shown");
    if (queue.length) pump();
    else if (playing) timer = setTimeout(() => ask({ kind: "tick", count: shown.count }), shown.wait ?? 0);
    else if (shown.busy) timer = setTimeout(() => ask({ kind: "refresh" }), 30);
    else if (model.get("stale")) ask({ kind: "refresh" });
  }

  const set = (name, value, stroke = "") => ask({ kind: "set", name, value, stroke });
  const play = (on) => {
    playing = on;
    drawPlay();
    if (on) ask({ kind: "play", speed: speed.value });
  };
  const seek = (step) => ask({ kind: "seek", step });

  // -- building

  const presets = make("select", { className: "presets", title: "Presets", ariaLabel: "Presets" });
  presets.append(make("option", { value: "" }, "Presets"));
  for (const [name, title] of Object.entries(panel.presets)) presets.append(make("option", { value: name }, title));
  presets.addEventListener("change", () => { play(false); ask({ kind: "preset", name: presets.value }); });

  const canvas = make("canvas", { tabIndex: 0, role: "img", ariaLabel: panel.title });
  const stage = make("div", { className: "stage" }, canvas);
  const said = make("div", { className: "said", role: "status" });
  const playButton = iconButton("play", "Play", () => play(!playing));
  playButton.classList.add("play");
  const backButton = iconButton("back", "One step back", () => { play(false); ask({ kind: "step", by: -1 }); });
  const onButton = iconButton("on", "One step on", () => { play(false); ask({ kind: "step", by: 1 }); });
  const startButton = iconButton("start", "Back to the start", () => { play(false); seek(0); });
  const scrub = make("input", { type: "range", min: 0, max: 10, step: 1, className: "scrub", ariaLabel: "Step" });
  const marks = make("div", { className: "marks" });
  const stepField = make("input", { type: "text", inputMode: "numeric", className: "field step", ariaLabel: "Step", title: "Step" });
  const status = make("span", { className: "status", role: "status" });
  const speed = make("select", { className: "speed", title: "Speed", ariaLabel: "Speed" });
  for (const [value, words] of [["slow", "Slow"], ["normal", "Normal"], ["fast", "Fast"]]) speed.append(make("option", { value }, words));
  speed.value = "normal";
  speed.addEventListener("change", () => playing && play(true));
  const undo = iconButton("undo", "Undo", () => { play(false); ask({ kind: "undo" }); });
  const redo = iconButton("redo", "Redo", () => { play(false); ask({ kind: "redo" }); });
  scrub.addEventListener("input", () => { scrubbing = true; play(false); paintScrub(); seek(+scrub.value); });
  scrub.addEventListener("change", () => { scrubbing = false; });
  stepField.addEventListener("change", () => /^\d+$/.test(stepField.value.trim()) ? (play(false), seek(+stepField.value)) : last && show());
  stepField.addEventListener("keydown", (event) => event.key === "Enter" && stepField.blur());

  const rows = panel.parameters.map((spec) => parameterRow(spec, set));
  const first = make("div", { className: "parameters" });
  const folded = make("div", { className: "parameters" });
  const summary = make("summary");
  const fold = make("details", {}, summary, folded);
  const groups = [];
  for (const made of rows) {
    const home = made.spec.main ? first : folded;
    if (!made.spec.group) { home.append(made.row); continue; }
    let group = groups.find((one) => one.words === made.spec.group);
    if (!group) {
      group = { words: made.spec.group, rows: [], node: make("div", { className: "group" }, make("div", { className: "head" }, made.spec.group)) };
      groups.push(group);
      home.append(group.node);
    }
    group.rows.push(made);
    group.node.append(made.row);
  }
  const seed = parameterRow(
    { name: "seed", kind: "text", label: "Seed", tip: "The random numbers of the run. Starts it anew." },
    (name, value) => ask({ kind: "seed", name, value }),
  );
  seed.row.classList.remove("stacked");
  folded.append(seed.row);
  const buttons = make("div", { className: "buttons" });
  const numbers = make("div", { className: "numbers" });
  const root = make("div", { className: "playground", "data-lm-suppress-shortcuts": "true" },
    make("div", { className: "head" }, make("b", { className: "title" }, panel.title), make("span", { className: "line" }, panel.line), presets),
    make("div", { className: "body" },
      make("div", { className: "main" }, stage, said,
        make("div", { className: "transport" }, startButton, backButton, playButton, onButton,
          make("div", { className: "way" }, scrub, marks), stepField, status, speed, undo, redo)),
      make("div", { className: "side" }, first, fold, buttons, numbers)));
  root.dataset.theme = options.theme === "auto" ? notebookTheme(el) : options.theme;
  el.replaceChildren(root);

  // -- showing

  function drawPlay() {
    playButton.replaceChildren(icon(playing ? "pause" : "play"));
    playButton.title = playButton.ariaLabel = playing ? "Pause" : "Play";
  }

  function paintScrub() {
    const share = (step) => `${(100 * step) / Math.max(1, +scrub.max)}%`;
    scrub.style.setProperty("--to", share(+scrub.value));
    scrub.style.setProperty("--reached", share(last?.reached ?? 0));
  }

  function showNumbers(shown) {
    const written = JSON.stringify(shown.numbers);
    if (written === numbersShown) return;
    numbersShown = written;
    numbers.replaceChildren(...shown.numbers.map(numberBlock));
  }

  function showButtons(shown) {
    const written = JSON.stringify([shown.buttons, shown.jobs]);
    if (written === buttonsShown) return;
    buttonsShown = written;
    buttons.replaceChildren(...shown.buttons.map((one) => {
      const at = one.kind === "job" ? shown.jobs[one.name] : undefined;
      return make("button", { title: one.meaning, disabled: at !== undefined, onclick: () => ask({ kind: one.kind, name: one.name }) },
        at === undefined ? one.label : `${one.label}: ${at}`);
    }));
  }

  function show() {
    const shown = (last = model.get("shown"));
    if (shown.step === undefined) return;
    if (shown.ended && playing) { playing = false; drawPlay(); }
    scrub.max = shown.total;
    if (!scrubbing) scrub.value = shown.step;
    paintScrub();
    marks.replaceChildren(...shown.marks.slice(-200).map((step) => make("i", { style: `left: ${(100 * step) / shown.total}%` })));
    if (stepField.getRootNode().activeElement !== stepField) stepField.value = shown.step;
    put(status, WORDS[shown.status] ?? shown.status);
    status.dataset.status = shown.status;
    backButton.disabled = startButton.disabled = shown.step === 0;
    onButton.disabled = shown.ended && shown.step >= shown.reached;
    undo.disabled = !shown.undo;
    redo.disabled = !shown.redo;
    const matter = new Set(shown.matter);
    let below = 0;
    for (const made of rows) {
      const { name } = made.spec;
      made.row.hidden = !matter.has(name);
      below += !made.spec.main && matter.has(name);
      made.refuse(name === shown.wrong ? shown.said : "");
      made.show(shown.values[name], shown.texts[name]);
    }
    for (const group of groups) group.node.hidden = group.rows.every((made) => made.row.hidden);
    seed.refuse(shown.wrong === "seed" ? shown.said : "");
    seed.show(shown.seed, String(shown.seed));
    put(summary, below ? `More (${below + 1})` : "More");
    const atRow = shown.wrong === "seed" || rows.some((made) => made.spec.name === shown.wrong && !made.row.hidden);
    put(said, atRow ? "" : shown.said);
    canvas.style.cursor = shown.cursor;
    canvas.ariaLabel = `${panel.title}, step ${shown.step}. ${shown.numbers.filter((one) => one.text).map((one) => `${one.label} ${one.text}`).join(", ")}`;
    showNumbers(shown);
    showButtons(shown);
  }

  let drawn = null;
  async function showPicture() {
    const bytes = model.get("picture");
    if (!bytes || !bytes.byteLength || bytes === drawn) return;
    drawn = bytes;
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    canvas.width = bitmap.width;
    canvas.height = bitmap.height;
    canvas.getContext("2d").drawImage(bitmap, 0, 0);
    bitmap.close();
  }

  // Words and picture may come one after the other: what has come is shown with the next picture of the screen. A page
  // that nobody sees asks for nothing more.
  let frame = 0, count = -1;
  async function answer() {
    frame = 0;
    const shown = model.get("shown"), isNew = shown.count !== undefined && shown.count !== count;
    if (isNew) { count = shown.count; clearTimeout(late); show(); }
    await showPicture();
    if (isNew) { waiting = false; next(); }
  }
  const onAnswer = () => { frame = frame || requestAnimationFrame(answer); };
  const onStale = () => !waiting && next();
  model.on("change:shown", onAnswer);
  model.on("change:picture", onAnswer);
  model.on("change:stale", onStale);

  // -- the look: size, sharpness and theme

  let looked = "";
  function look() {
    const width = Math.round(stage.clientWidth);
    if (!width || gone) return;
    const height = options.height || Math.round(Math.min(620, Math.max(root.clientWidth < 780 ? 300 : 420, 0.62 * width)));
    const theme = options.theme === "auto" ? notebookTheme(el) : options.theme;
    root.dataset.theme = theme;
    canvas.style.height = `${height}px`;
    const question = { kind: "look", width, height, theme, ratio: window.devicePixelRatio || 1 };
    if (JSON.stringify(question) === looked) return;
    looked = JSON.stringify(question);
    ask(question);
  }
  const soon = () => { clearTimeout(settle); settle = setTimeout(look, 120); };
  const sizes = new ResizeObserver(soon);
  sizes.observe(stage);
  const themes = new MutationObserver(soon);
  for (const node of [document.documentElement, document.body]) {
    themes.observe(node, { attributes: true, attributeFilter: ["class", "style", "data-theme", "data-jp-theme-light", "data-jp-theme-name", "data-vscode-theme-kind"] });
  }
  const scheme = window.matchMedia("(prefers-color-scheme: dark)");
  scheme.addEventListener("change", soon);

  // -- the mouse on the picture

  let pressed = false;
  function mouse(event, what, more = {}) {
    const box = canvas.getBoundingClientRect();
    const modifier = event.shiftKey ? "shift" : event.altKey ? "alt" : "";
    ask({ kind: "mouse", event: what, x: event.clientX - box.left, y: event.clientY - box.top, modifier, ...more });
  }
  canvas.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    pressed = true;
    canvas.setPointerCapture(event.pointerId);
    canvas.focus({ preventScroll: true });
    mouse(event, "press");
  });
  canvas.addEventListener("pointermove", (event) => (pressed || !playing) && mouse(event, "move"));
  canvas.addEventListener("pointerup", (event) => { if (pressed) { pressed = false; mouse(event, "release"); } });
  canvas.addEventListener("pointercancel", (event) => { if (pressed) { pressed = false; mouse(event, "release"); } });
  canvas.addEventListener("pointerleave", (event) => !pressed && !playing && mouse(event, "leave"));
  canvas.addEventListener("dblclick", (event) => mouse(event, "double"));
  canvas.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey) return; // the page scrolls
    event.preventDefault();
    mouse(event, "wheel", { notches: -Math.sign(event.deltaY) });
  }, { passive: false });
  root.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.target !== canvas) return;
    const acts = {
      " ": () => play(!playing),
      ArrowRight: () => onButton.click(),
      ArrowLeft: () => backButton.click(),
      Home: () => startButton.click(),
    };
    if (event.key in acts) { event.preventDefault(); acts[event.key](); }
  });

  drawPlay();
  onAnswer();
  look();

  return () => {
    gone = true;
    playing = false;
    [late, timer, settle].forEach(clearTimeout);
    cancelAnimationFrame(frame);
    sizes.disconnect();
    themes.disconnect();
    scheme.removeEventListener("change", soon);
    model.off("change:shown", onAnswer);
    model.off("change:picture", onAnswer);
    model.off("change:stale", onStale);
    here.delete(el);
    // A cell that runs again takes its page away and brings another: only a widget without any rests.
    setTimeout(() => {
      if (here.size) return;
      try { model.send({ kind: "leave" }); } catch { /* it is closed already */ }
    }, 800);
  };
}

export default { render };
