import { readFileSync } from 'node:fs'
import { getTableConfig } from 'drizzle-orm/sqlite-core'
import { expect, it } from 'vitest'
import { videos } from '#db/schema'

const page = 'docs/decisions/004-an-index-per-list.md'

it('each index of videos is named with the list that it serves, and there are thirty at most', () => {
  const named = [...readFileSync(page, 'utf8').matchAll(/^\| `(videos_\w+)` \| [^|]+ \| [^|]+ \|$/gm)].map(
    ([, name]) => name,
  )
  const indexes = getTableConfig(videos).indexes.map(({ config }) => config.name)
  expect(named.toSorted()).toEqual(indexes.toSorted())
  expect(indexes.length).toBeLessThanOrEqual(30)
})
