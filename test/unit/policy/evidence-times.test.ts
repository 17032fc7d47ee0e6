import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { timesInWords } from '#worker/services/moderation/case-file/times-in-words'

const folder = join(import.meta.dirname, '../../../db/schema')
const source = readdirSync(folder)
  .map((name) => readFileSync(join(folder, name), 'utf8'))
  .join('\n')

/** Returns the names of the columns made by this function of the schema. */
function columnsBy(maker: string): string[] {
  return [...source.matchAll(new RegExp(`(\\w+): ${maker}\\('`, 'g'))].map(([, name = '']) => name)
}

it('says every time column of the schema in words, and no other number', () => {
  expect(columnsBy('time').length).toBeGreaterThan(60)
  for (const name of columnsBy('time')) {
    expect(timesInWords({ [name]: 1 })).toEqual({ [name]: '1970-01-01T00:00:00.001Z' })
  }
  for (const name of [...columnsBy('integer'), ...columnsBy('real')]) {
    expect(timesInWords({ [name]: 1 })).toEqual({ [name]: 1 })
  }
})

it('finds them however deep they lie, and leaves what is null', () => {
  expect(timesInWords({ removals: [{ removedAt: 0, restoredAt: null, id: 7 }] })).toEqual({
    removals: [{ removedAt: '1970-01-01T00:00:00.000Z', restoredAt: null, id: 7 }],
  })
})
