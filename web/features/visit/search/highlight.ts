import { useEffect } from 'react'

/** As the index folds words. */
function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** Returns where words begin in a text, with the part of them that was searched for; folded, in UTF-16 units. */
export function rangesOf(text: string, words: readonly string[]): [start: number, end: number][] {
  return [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].flatMap(({ 0: found, index }) => {
    const folded = fold(found)
    const [longest] = words
      .filter((word) => (word.length === 1 ? folded === word : folded.startsWith(word)))
      .sort((a, b) => b.length - a.length)
    return longest ? [[index, index + unitsOf(found, longest.length)] as [number, number]] : []
  })
}

/** Returns how much of a text folds to so many letters. */
function unitsOf(text: string, letters: number): number {
  let units = 0
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (fold(text.slice(0, units)).length >= letters) break
    units += segment.length
  }
  return units
}

const name = 'search'

/**
 * Highlights words in the links of a list, by the browser's own highlights: the cards know nothing of it. Browsers
 * without them show the titles as they are.
 */
export function useHighlight(selector: string, q: string, content: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list's texts change with its content
  useEffect(() => {
    if (!('highlights' in CSS)) return
    const words = fold(q)
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean)
    const ranges = [...document.querySelectorAll(selector)].flatMap(({ firstChild: node }) => {
      if (!(node instanceof Text)) return []
      return rangesOf(node.data, words).map(([start, end]) => {
        const range = new StaticRange({
          startContainer: node,
          startOffset: start,
          endContainer: node,
          endOffset: end,
        })
        return range
      })
    })
    CSS.highlights.set(name, new Highlight(...ranges))
    return () => void CSS.highlights.delete(name)
  }, [selector, q, content])
}
