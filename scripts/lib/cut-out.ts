import type { ESTree } from 'vite'

/** Returns the code without those parts, none of which may overlap. */
export function cutOut(code: string, cuts: readonly ESTree.Span[]): string {
  let kept = code
  // From the end, so that the places before stay.
  for (const { start, end } of cuts.toSorted((one, other) => other.start - one.start)) {
    const isValue = /:\s*$/.test(kept.slice(0, start))
    kept = kept.slice(0, start) + (isValue ? 'undefined' : '') + kept.slice(end)
  }
  return kept
}
