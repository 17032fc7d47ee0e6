import { describe, expect, it } from 'vitest'
import { longSentencesIn } from '#tools/checks/comments'

const words = (count: number) => `Returns ${'word '.repeat(count - 1).trim()}`

describe('a sentence of a comment', () => {
  it.each([
    ['a docstring', `const a = 1\n\n/** Short. ${words(41)}. Short. */`],
    [
      'a docstring of several lines',
      `const a = 1\n\n/**\n * ${words(41).replaceAll('word word ', 'word\n * word ')}.\n */`,
    ],
    ['lines', `const a = 1\n\n// ${words(20)}\n// ${words(21)}\n`],
    ['an element', `const a = 1\n\n      {/* ${words(41)} */}`],
  ])('of more than 40 words is found in %s', (_, source) => {
    expect(longSentencesIn(source)).toEqual([
      expect.stringMatching(/^3: 41 words, and 40 are allowed: "Returns/),
    ])
  })

  it.each([
    ['of 40 words', `/** ${words(40)}. ${words(40)}. */`],
    ['in each paragraph', `/**\n * ${words(21)}\n *\n * ${words(21)}\n */`],
    ['in each item of a list', `/**\n * - ${words(21)}\n * - ${words(21)}\n */`],
    ['in each row of a table', `// | ${words(21)} |\n// | ${words(21)} |\n`],
    ['in each line of code', `//   ${words(21)}\n//   ${words(21)}\n`],
    ['in a text', `const glob = '/** ${words(41)} */'`],
  ])('may be short %s', (_, source) => {
    expect(longSentencesIn(source)).toEqual([])
  })
})
