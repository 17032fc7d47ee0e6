import { globSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'

it('the migration that blurs existing premium posters ends the URLs signed for the clear ones', () => {
  const db = new DatabaseSync(':memory:')
  const files = globSync('migrations/*.sql').sort()
  for (const file of files) {
    const text = readFileSync(file, 'utf8')
    if (text.includes('ADD `poster_style`')) {
      db.exec(`insert into users (id, username, username_canonical, username_skeleton, email, email_canonical, password_hash, created_at)
          values (1, 'anna', 'anna', 'anna', 'a@example.org', 'a@example.org', '', 0);
        insert into videos (id, user_id, title, title_folded, description, category_id, is_premium, poster_key, revision, created_at)
          values (1, 1, 'a', 'a', '', 1, 1, 'premium', 3, 0), (2, 1, 'b', 'b', '', 1, 0, 'free', 3, 0), (3, 1, 'c', 'c', '', 1, 1, null, 3, 0)`)
    }
    db.exec(text)
  }
  const all = (sql: string) =>
    db
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }))
  expect(all('select id, revision from videos order by id')).toEqual([
    { id: 1, revision: 4 },
    { id: 2, revision: 3 },
    { id: 3, revision: 3 },
  ])
  expect(all('select kind, target, below from revocations')).toEqual([
    { kind: 'object', target: 'premium', below: 4 },
  ])
  const [{ at }] = all('select at from revocations') as [{ at: number }]
  expect(Math.abs(at - Date.now())).toBeLessThan(60_000)
})
