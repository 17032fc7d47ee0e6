import { describe, expect, it } from 'vitest'
import { findUnwanted, unwantedWords } from '#tools/checks/wrong-words'

const sheet = `
| never | instead | but |
| --- | --- | --- |
| \`somebody\`, \`by itself\` | someone | "Never renews by itself" |
`

const find = (text: string) => findUnwanted(text, unwantedWords(sheet)).map((each) => each.split('"')[1])

describe('words that are never said', () => {
  it.each([
    ['Somebody reported it.', 'somebody'],
    ['It renews by itself.', 'by itself'],
  ])('are found in %j', (text, word) => {
    expect(find(text)).toEqual([word])
  })

  it.each([
    'Never renews by itself',
    'Call `somebody` to find out.',
    'See /account/somebody',
    'Somebody-else is a name.',
  ])('are not found in %j', (text) => {
    expect(find(text)).toEqual([])
  })

  it('are listed by the style sheet', () => {
    expect(unwantedWords().length).toBeGreaterThan(5)
    expect(() => unwantedWords('# Words')).toThrow('lists no words')
  })
})
