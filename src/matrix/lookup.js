"use strict";
// From texts to releases. What the words mean and which releases fit is in the data, as the command worked it out:
// here words are looked up and sets intersected, and nothing is judged. A set is a whole number: bit i is the i-th
// release from the newest one, and each platform has as many bits, one after the other.
const makeLookup = (data) => {
  const count = data.releases.length;
  const width = BigInt(count);
  const sets = data.sets.map((digits) => BigInt(`0x0${digits}`));
  const everything = (1n << (3n * width)) - 1n;
  const onePlatform = (1n << width) - 1n;
  const intersection = (all) => all.reduce((left, right) => left & right, everything);
  const union = (all) => all.reduce((left, right) => left | right, 0n);
  const releasesOf = (set) => (set | set >> width | set >> (2n * width)) & onePlatform;
  // Not toLowerCase(), which makes ASCII of other letters.
  const lower = (text) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

  // --- Words ---

  // Of each kind: what may stand before it, the command's option, and whether one of several is enough, all of several
  // have to work, or only one can be asked for.
  const kinds = {
    compiler: { label: "compiler", option: "compiler", several: "any" },
    release: { label: "CUDA", option: null, several: "any" },
    capability: { label: "capability", option: "capabilities", several: "all" },
    gpu: { label: "GPU", option: "gpu", several: "all" },
    driver: { label: "driver", option: "driver", several: "no" },
    environment: { label: "environment", option: "environment", several: "no" },
    standard: { label: "C++ standard", option: "std", several: "no" },
  };
  const labels = { "compute capability": "capability", cc: "capability", "driver version": "driver", env: "environment",
    std: "standard" };
  for (const kind of Object.keys(kinds)) labels[lower(kinds[kind].label)] = labels[kind] = kind;
  const labelled = new RegExp(`^(${Object.keys(labels).sort().reverse().join("|").replaceAll("+", "\\+")})[\\s:=]+(.+)$`, "is");

  const words = new Map();
  const addAll = (kind, list, make) => list.forEach((row, index) => {
    const part = { kind, index, name: row[0], command: row[0], ...make(row) };
    for (const word of new Set([lower(row[0]), ...row[1].split("|")]))
      if (word !== "") words.set(word, [...(words.get(word) ?? []), part]);
  });
  const asCode = ([name, set, jetson]) => ({ name, set: sets[set], jetson: jetson === 1 });
  addAll("compiler", data.compilers, ([name]) => ({ says: name }));
  addAll("release", data.releases, ([name]) => ({ says: `CUDA ${name}` }));
  addAll("capability", data.capabilities, ([name, , ...code]) =>
    ({ ...asCode([name, ...code]), says: /\d/.test(name) ? `capability ${name}` : `${name} GPUs` }));
  addAll("environment", data.environments, ([, , title]) => ({ says: title }));
  addAll("standard", data.standards, ([name]) => ({ says: name.replace("c", "C") }));

  // A compiler's name may go on with the rest of its version.
  const wordsOf = (text) => {
    const small = lower(text);
    const shorter = /^(.*?\d)[.-][0-9a-z.-]+$/.exec(small);
    return words.get(small) ??
      (shorter ? words.get(shorter[1]) ?? [] : []).filter((part) => part.kind === "compiler");
  };

  // --- Names of GPUs, with what is before and behind them ---

  const dropped = new RegExp(data.gpuText.dropped);
  const gpuWordsOf = (text) => lower(text).match(/[0-9a-z]+/g) ?? [];
  const gpuNames = new Map(Object.entries(data.gpuNames));
  data.gpus.forEach(([name], index) => {
    const whole = gpuWordsOf(name).join("");
    if (!gpuNames.has(whole)) gpuNames.set(whole, index);
  });

  const gpuRows = (parts) => {
    for (let size = parts.length; size > 0; --size) {
      const name = parts.slice(0, size).join("");
      if (gpuNames.has(name)) return [gpuNames.get(name)].flat();
      if (!dropped.test(parts[size - 1])) return [];
    }
    return [];
  };

  const findGpu = (text) => {
    const { marks, longest, vendor, formerLines } = data.gpuText;
    if (new TextEncoder().encode(text).length > longest) return [];
    const name = marks.reduce((left, mark) => left.replaceAll(mark, ""), lower(text));
    if (/[^\t\n\r -~]/.test(name)) return [];
    const parts = gpuWordsOf(name);
    while (vendor.includes(parts[0])) parts.shift();
    for (const word of vendor) if (parts[0]?.startsWith(word)) parts[0] = parts[0].slice(word.length);
    const rows = gpuRows(parts);
    return rows.length === 0 && formerLines.includes(parts[0]) ? gpuRows(parts.slice(1)) : rows;
  };

  const gpuParts = (text) => {
    const rows = findGpu(text).map((index) => data.gpus[index]);
    if (rows.length === 0) return [];
    const names = rows.map(([name, code]) => `${name} (${data.gpuCodes[code][0]})`);
    if (rows.length > 1) return [{ kind: "gpu", wrong: `several GPUs: ${names.join(", ")}; write the capability instead` }];
    const [name, code, known] = rows[0];
    const found = asCode(data.gpuCodes[code]);
    return [{ kind: "gpu", command: text, ...found, knownFrom: data.knownFrom[known], says: `${name}, capability ${found.name}` }];
  };

  // --- Drivers, in an order of texts ---

  const orderOf = (version) => version.split(".").map((number) => number.padStart(6, "0")).join(".");
  const lastUpTo = (versions, order) => versions.filter((version) => orderOf(version) <= order).length - 1;
  const driverVersions = data.drivers.map(([version]) => version);

  const driverParts = (text, isLabelled) => {
    if (!/^[1-9]\d{0,5}(\.\d{1,6}){0,2}$/.test(text)) return [];
    const row = lastUpTo(driverVersions, orderOf(text));
    // A number alone can be much else, unless it looks like a branch.
    if (!isLabelled && (row < 0 || !(text.includes(".") || /^\d{3}$/.test(text)))) return [];
    const [, set, jetson] = data.drivers[row] ?? [];
    return [{ kind: "driver", name: text, command: text, order: orderOf(text), set: row < 0 ? 0n : sets[set],
      jetson: jetson === 1, says: `driver ${text}` }];
  };

  // --- What was typed ---

  // What a part of the text means or, with `wrong`, why it means nothing.
  const read = (typed) => {
    const wrong = (why) => ({ wrong: `${typed}: ${why}` });
    const found = labelled.exec(typed);
    const text = found ? found[2] : typed;
    const kind = found && labels[lower(found[1])];
    const parts = [...wordsOf(text), ...gpuParts(text), ...driverParts(text, found !== null)]
      .filter((part) => kind === null || part.kind === kind);
    if (parts.length === 0) return wrong("not understood");
    if (parts.length > 1) {
      const choices = parts.map((part) => `"${kinds[part.kind].label} ${text}"`);
      return wrong(`this can be several things; write ${choices.join(" or ")}`);
    }
    return parts[0].wrong ? wrong(parts[0].wrong) : parts[0];
  };

  const readAll = (text) => {
    const seen = new Set();
    return text.split(/[,;\n]/).map((part) => part.trim()).filter((part) => part !== "").map((typed) => {
      const part = read(typed);
      if (part.wrong || kinds[part.kind].several !== "no") return part;
      if (seen.has(part.kind)) return { wrong: `${typed}: one ${kinds[part.kind].label} only` };
      seen.add(part.kind);
      return part;
    });
  };

  // --- Which releases fit ---

  const apart = new Map(data.apart.map(([one, other, set]) => [`${one} ${other}`, sets[set]]));

  // A set of releases; null where it does not come to an intersection, so that only the command knows.
  const fitting = (parts) => {
    const of = (kind) => parts.filter((part) => part.kind === kind);
    const first = (kind) => of(kind)[0];
    const codes = [...of("capability"), ...of("gpu")];
    const driver = first("driver");
    const conditions = codes.map((code) => code.set);

    // Whether something is for Jetsons decides what is assumed, and whose the driver is.
    const jetsons = new Set((codes.length > 0 || !driver ? codes : [driver]).map((part) => part.jetson));
    if (driver && jetsons.size > 1) return null;
    if (!jetsons.has(true)) conditions.push(sets[data.assumed[0]]);
    else if (codes.length === 0) conditions.push(sets[data.assumed[1]]);
    if (driver) {
      conditions.push(driver.set);
      for (const gpu of of("gpu"))
        if (lastUpTo(gpu.knownFrom, driver.order) % 2 !== 0) conditions.push(0n);
    }

    for (const one of of("capability"))
      for (const other of of("capability"))
        conditions.push(everything ^ (apart.get(`${one.name} ${other.name}`) ?? 0n));

    const row = data.hosts[data.hostRow[(first("environment")?.index ?? -1) + 1][(first("standard")?.index ?? -1) + 1]];
    const compilers = of("compiler");
    conditions.push(compilers.length === 0 ? sets[row[0]] : union(compilers.map(({ index }) => sets[row[index + 1]])));

    const releases = of("release");
    const named = releases.length === 0 ? onePlatform : union(releases.map(({ index }) => 1n << BigInt(index)));
    const set = releasesOf(intersection(conditions)) & named;
    // A preview counts where no public release does.
    const publicOnes = set & ~previews;
    return publicOnes === 0n ? set : publicOnes;
  };
  const previews = union(data.releases.map(([, , preview], i) => BigInt(preview) << BigInt(i)));

  const flags = (set) => data.releases.map((_, i) => (set >> BigInt(i) & 1n) === 1n);

  // `12.0.0 to 12.9.2, 13.1.0`, oldest first; a preview that is missing ends no run.
  const inWords = (fits) => {
    const runs = [];
    let run = null;
    for (let i = count - 1; i >= 0; --i) {
      const [version, , preview] = data.releases[i];
      if (fits[i] && run) run.last = version;
      else if (fits[i]) runs.push(run = { first: version, last: version });
      else if (!preview) run = null;
    }
    return runs.map(({ first, last }) => (first === last ? first : `${first} to ${last}`)).join(", ");
  };

  // The same question for a shell.
  const commandOf = (parts) => {
    const quoted = (text) => (/^[\w.,+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
    const textsOf = (kind) => parts.filter((part) => part.kind === kind).map((part) => part.command);
    const options = Object.entries(kinds).filter(([kind, { option }]) => option && textsOf(kind).length > 0)
      .map(([kind, { option }]) => ` --${option} ${quoted(textsOf(kind).join(","))}`);
    const releases = textsOf("release").map((version) => ` -e ${version}`);
    return `cudastdenv releases${options.join("")}${releases.length > 0 ? ` | grep -wF${releases.join("")}` : ""}`;
  };

  return {
    readAll, inWords, commandOf,
    // The capabilities that a GPU's name can mean.
    findGpu: (name) => findGpu(name).map((index) => data.gpuCodes[data.gpus[index][1]][0]),
    // One truth for each release, the newest first; null where only the command knows.
    fits: (parts) => {
      const set = fitting(parts);
      return set === null ? null : flags(set);
    },
  };
};
