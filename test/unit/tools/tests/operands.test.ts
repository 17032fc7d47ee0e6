import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { explained } from '#tools/tests/operands/explained'
import { operandsOf } from '#tools/tests/operands/find'
import { cutsOf } from '#tools/tests/operands/sql'
import { targets } from '#tools/tests/operands/targets'

/** Returns what is left out, and what is left. */
function tries(source: string): [string, string | null][] {
  return operandsOf('a.ts', source).map(({ operand, without }) => [operand, without])
}

describe('operands of a module', () => {
  it('are those of && and ||, one by one', () => {
    expect(tries('if (a && b() && (c || d)) e()')).toEqual([
      ['(c || d)', 'if (a && b()) e()'],
      ['a', 'if (b() && (c || d)) e()'],
      ['b()', 'if (a && (c || d)) e()'],
      ['c', 'if (a && b() && (d)) e()'],
      ['d', 'if (a && b() && (c)) e()'],
    ])
  })

  it('are the arguments of what combines conditions', () => {
    expect(tries('allOf(a, eq(b, c), d)')).toEqual([
      ['a', 'allOf(eq(b, c), d)'],
      ['eq(b, c)', 'allOf(a, d)'],
      ['d', 'allOf(a, eq(b, c))'],
    ])
    expect(tries('and(a)')).toEqual([])
  })

  it('are in templates of SQL, whatever their expressions say', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the source of a template.
    const source = 'sql`v.id = ${of(`a and b`)} and v.hold is null`'
    expect(tries(source)).toEqual([
      // biome-ignore lint/suspicious/noTemplateCurlyInString: likewise.
      ['v.id = ${of(`a and b`)}', 'sql`v.hold is null`'],
      // biome-ignore lint/suspicious/noTemplateCurlyInString: likewise.
      ['v.hold is null', 'sql`v.id = ${of(`a and b`)}`'],
    ])
    expect(tries("sql.raw('a is null or b is null')")).toHaveLength(2)
    expect(tries("say('this or that')")).toEqual([])
  })

  it('have the line on which they begin', () => {
    expect(operandsOf('a.ts', 'f(\n  a &&\n    b\n)').map(({ line }) => line)).toEqual([2, 2])
  })
})

describe('operands in SQL', () => {
  it.each([
    ['a = 1 or b = 2 and c = 3', ['b = 2 and c = 3', 'a = 1 or c = 3', 'a = 1', 'a = 1 or b = 2']],
    ['x between 1 and 2 and y', ['y', 'x between 1 and 2']],
    ["name = 'salt and pepper' and y", ['y', "name = 'salt and pepper'"]],
    ['case when a and b then 1 end = 1', ['case when b then 1 end = 1', 'case when a then 1 end = 1']],
    [
      'exists (select 1 from t where a and b order by c) and d',
      [
        'd',
        'exists (select 1 from t where b order by c) and d',
        'exists (select 1 from t where a order by c) and d',
        'exists (select 1 from t where a and b order by c)',
      ],
    ],
    ['select a, b from t where c', []],
  ])('of %s', (sql, expected) => {
    const left = cutsOf(sql).map(({ from, to }) => sql.slice(0, from) + sql.slice(to))
    expect(left.toSorted()).toEqual(expected.toSorted())
  })

  it('are marked where the rest is no SQL', () => {
    expect(cutsOf('= a and b').map(({ isValid }) => isValid)).toEqual([false, true])
    expect(cutsOf('a and b where where').map(({ isValid }) => isValid)).not.toContain(true)
    expect(operandsOf('a.ts', 'sql`= a and b`').map(({ without }) => without)).toEqual([null, 'sql`= a`'])
  })
})

/** Returns the patterns that one with braces stands for, each of which has to name a file. */
function expanded(pattern: string): string[] {
  const [braces, alternatives] = /\{([^{}]*)\}/.exec(pattern) ?? []
  if (braces === undefined) return [pattern]
  return (alternatives ?? '').split(',').flatMap((each) => expanded(pattern.replace(braces, () => each)))
}

describe('the lists', () => {
  it.each(targets.flatMap(({ files, tests = [] }) => [files, ...tests].flatMap(expanded)))(
    'name files that exist: %s',
    (pattern) => {
      expect(globSync(pattern)).not.toEqual([])
    },
  )

  it.each(explained)('explain an operand of today: $file $operand', ({ file, operand, condition }) => {
    const matching = operandsOf(file, readFileSync(file, 'utf8')).filter(
      (each) => each.operand === operand && each.condition === condition,
    )
    expect(matching).toHaveLength(1)
  })
})
