import { describe, expect, it } from 'vitest'
import { findRetired, retiredNames } from '../../../scripts/lib/retired-names'

const glossary = `
| \`other\` | before the table | |

## Retired

| \`rung\`, \`rungs\` | rendition | \`rungs\` (stored) |
| \`print…\`, \`MediaFacts\` | render, sign | |
`

const find = (code: string) => findRetired(code, retiredNames(glossary)).map((each) => each.split(' ')[0])

describe('retired names', () => {
  it.each([
    ['a word', 'const rung = 1', 'rung'],
    ['a word in a name', 'insertRungs(db)', 'insertRungs'],
    ['a word in a constant', 'MAX_RUNGS', 'MAX_RUNGS'],
    ['a beginning', 'printPlaylist()', 'printPlaylist'],
    ['a whole name', 'let a: MediaFacts', 'MediaFacts'],
    ['a value in a template', `sql\`rung = \${{ a: \`\${rung}\` }.a} AND rungs\``, 'rung'],
    ['a name behind a pattern', 'a = /[`/]/.test(b) || rung', 'rung'],
  ])('are found as %s', (_, code, name) => {
    expect(find(code)).toEqual([name])
  })

  it.each([
    ['a name that stays', 'row.rungs'],
    ['a beginning by itself', 'print(printed, sprint)'],
    ['part of another word', 'wrung, runged'],
    ['a comment', '// the rung\n/* rung */'],
    ['a text', `'rung' + "rung" + \`rung\``],
    ['a text beside a value', `\`rung \${one} rung \${{ two }} rung\``],
    ['a pattern', 'name.match(/rung/)'],
    ['a table of the glossary that lists none', 'other'],
  ])('are not %s', (_, code) => {
    expect(find(code)).toEqual([])
  })

  it('are listed by the glossary', () => {
    expect(retiredNames().length).toBeGreaterThan(5)
  })

  it('need a list', () => {
    expect(() => retiredNames('# Glossary')).toThrow('lists no retired words')
  })
})
