export interface DiffPart {
  text: string
  kind: 'same' | 'removed' | 'added'
}

/** Edits that are looked for; beyond, the differing middle counts as replaced as a whole. */
const editsAtMost = 400

/** Compares two texts word by word; the parts in order make both. */
export function diffWords(before: string, after: string): DiffPart[] {
  return joined(diff(wordsOf(before), wordsOf(after)), '')
}

/** Compares two texts line by line. */
export function diffLines(before: string, after: string): DiffPart[] {
  return joined(diff(before.split('\n'), after.split('\n')), '\n')
}

function wordsOf(text: string): string[] {
  return text.match(/\s+|[^\s]+/g) ?? []
}

/** Returns one part for each token. */
function diff(before: readonly string[], after: readonly string[]): DiffPart[] {
  let start = 0
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) start += 1
  let end = 0
  const most = Math.min(before.length, after.length) - start
  while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1
  const same = (texts: readonly string[]) => texts.map((text): DiffPart => ({ text, kind: 'same' }))
  const [a, b] = [before.slice(start, before.length - end), after.slice(start, after.length - end)]
  return [
    ...same(before.slice(0, start)),
    ...(shortest(a, b) ?? replaced(a, b)),
    ...same(before.slice(before.length - end)),
  ]
}

function replaced(a: readonly string[], b: readonly string[]): DiffPart[] {
  return [
    ...a.map((text): DiffPart => ({ text, kind: 'removed' })),
    ...b.map((text): DiffPart => ({ text, kind: 'added' })),
  ]
}

/** Returns the shortest edit, as Myers found it in 1986; null beyond the limit. */
function shortest(a: readonly string[], b: readonly string[]): DiffPart[] | null {
  const furthest = new Map([[1, 0]])
  const at = (diagonals: ReadonlyMap<number, number>, k: number) => diagonals.get(k) ?? -1
  const history: Map<number, number>[] = []
  for (let edits = 0; edits <= Math.min(a.length + b.length, editsAtMost); edits += 1) {
    history.push(new Map(furthest))
    for (let k = -edits; k <= edits; k += 2) {
      const isDown = k === -edits || (k !== edits && at(furthest, k - 1) < at(furthest, k + 1))
      let x = isDown ? at(furthest, k + 1) : at(furthest, k - 1) + 1
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x += 1
      furthest.set(k, x)
      if (x >= a.length && x - k >= b.length) return walkBack(a, b, history)
    }
  }
  return null
}

function walkBack(
  a: readonly string[],
  b: readonly string[],
  history: readonly ReadonlyMap<number, number>[],
): DiffPart[] {
  const parts: DiffPart[] = []
  let [x, y] = [a.length, b.length]
  for (let edits = history.length - 1; edits >= 0; edits -= 1) {
    const furthest = history[edits]
    const at = (k: number) => furthest?.get(k) ?? -1
    const k = x - y
    const isDown = k === -edits || (k !== edits && at(k - 1) < at(k + 1))
    const fromX = isDown ? at(k + 1) : at(k - 1)
    const fromY = fromX - (isDown ? k + 1 : k - 1)
    while (x > fromX && y > fromY && x > 0 && y > 0) {
      x -= 1
      y -= 1
      parts.push({ text: a[x] ?? '', kind: 'same' })
    }
    if (edits === 0) break
    if (isDown) parts.push({ text: b[fromY] ?? '', kind: 'added' })
    else parts.push({ text: a[fromX] ?? '', kind: 'removed' })
    x = fromX
    y = fromY
  }
  return parts.reverse()
}

/** Joins neighbours of one kind. */
function joined(parts: readonly DiffPart[], between: string): DiffPart[] {
  const runs: DiffPart[] = []
  for (const { text, kind } of parts) {
    const last = runs.at(-1)
    if (last?.kind === kind) last.text += between + text
    else runs.push({ text, kind })
  }
  return runs
}
