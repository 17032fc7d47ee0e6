import { describe, expect, it } from 'vitest'
import { textsOf } from '#tools/checks/texts'

const texts = (source: string) => textsOf('page.tsx', source).map(({ text }) => text)

describe('texts of the code', () => {
  it.each([
    ['a string', "throw new Error('The file is empty.')", ['The file is empty.']],
    ['a template', `const a = \`Saved \${count} videos\``, ['Saved … videos']],
    [
      'both halves of a plural',
      `const a = \`It has \${n === 1 ? 'One copy' : 'More copies'}.\``,
      ['It has ….', 'One copy', 'More copies'],
    ],
    ['strings that are joined', "const a = 'One part, ' + 'and another.'", ['One part, and another.']],
    [
      'an element with others in it',
      '<p>Read the <a href="/terms">terms</a>, {name}.</p>',
      ['Read the terms, ….'],
    ],
    ['a label', '<Field label="User name" className="flex gap-2" />', ['User name']],
    ['one word with a capital', '<b>Saved</b>', ['Saved']],
    ['one word with a hyphen', '<Fact term="E-mail" />', ['E-mail']],
    ['a part of a sentence', "const limit = { what: 'emails', kind: 'hour' }", ['emails']],
  ])('hold %s', (_, source, expected) => {
    expect(texts(source)).toEqual(expected)
  })

  it.each([
    ['an import', "import { a } from './The file.ts'"],
    ['classes', '<p className={clsx("flex gap-2", open && "mt-4 text-dim")} />'],
    ['classes in a constant', "const row = 'flex items-center gap-2 md:w-full'"],
    ['a type', "type A = 'One of these'"],
    ['SQL', 'sql`select a from videos where b`'],
    ['a comment', '// What stands here is no text.'],
    ['the name of a property', "const a = { 'A name': 1 }"],
  ])('leave out %s', (_, source) => {
    expect(texts(source)).toEqual([])
  })

  it('say where they are', () => {
    expect(textsOf('page.tsx', "\n\nalert('Saved it all')")).toEqual([
      { file: 'page.tsx', line: 3, text: 'Saved it all' },
    ])
  })
})
