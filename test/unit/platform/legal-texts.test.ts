import { globSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { deletionGraceMs } from '../../../contract/values/accounts/account'
import { appealMs, preservedMs, removalHours } from '../../../contract/values/moderation/safety'
import { ageCookie } from '../../../contract/values/shared/limits'
import { day, hour, minute } from '../../../contract/values/shared/time'
import { displayCookie } from '../../../contract/values/site/display'
import { legalPages } from '../../../contract/values/site/legal'
import { legalPlaceholders } from '../../../contract/values/site/legal-text'
import { newsConfirmMs } from '../../../contract/values/site/newsletter'
import { smallestGroup } from '../../../contract/values/videos/statistics'
import { trashDays } from '../../../contract/values/videos/videos'
import { writtenSeconds } from '../../../worker/http/own-writes'
import { deviceSeconds } from '../../../worker/http/session-cookie'
import { boundsOf } from '../../../worker/services/accounts/sessions/bounds'
import { soldVideosKeptMs } from '../../../worker/services/payments/payments/sold-videos'
import { limits } from '../../../worker/services/shared/rate-limits'
import { seenViewsKeptMs } from '../../../worker/services/videos/views/popularity'

interface Text {
  slug: string
  version: number
  title: string
  body: string
}

const files = globSync('migrations/*.sql').sort()
const newest = files.findIndex((file) =>
  readFileSync(file, 'utf8').includes('-- New texts of the legal pages'),
)

const sales = files.findIndex((file) => file.endsWith('_sales.sql'))
const statistics = files.findIndex((file) => file.includes('statistics'))

/** Applies all migrations, and something before the newest texts, or others. */
function migrate(between = '', ...before: number[]) {
  const db = new DatabaseSync(':memory:')
  const places = before.length > 0 ? before : [newest]
  files.forEach((file, index) => {
    if (places.includes(index)) db.exec(between)
    db.exec(readFileSync(file, 'utf8'))
  })
  const select = (sql: string) => db.prepare(sql).all() as unknown as Text[]
  return {
    published: select(`select slug, title, body, max(version) as version from legal_documents group by slug`),
    offered: select(`select slug, title, body, after_version as version from legal_defaults`),
    measures: db.prepare(`select field_data from settings`).get()?.field_data === 1,
  }
}

const { published } = migrate()
const textOf = (slug: string) => published.find((each) => each.slug === slug)?.body ?? ''

const versions: Record<string, number> = { removal: 3, terms: 4, privacy: 9 }
const cookie = files.findIndex((file) => file.includes('written_cookie'))
const fieldData = files.findIndex((file) => file.includes('field_data'))
const trash = files.findIndex((file) => file.includes('studio'))

describe('a newer default text', () => {
  it('is the next version of every page that is as it came', () => {
    const { published, offered } = migrate()
    expect(published.map(({ slug, version }) => [slug, version])).toEqual(
      [...legalPages].sort().map((slug) => [slug, versions[slug] ?? 2]),
    )
    expect(offered).toEqual([])
  })

  it('adds the statistics to the privacy policy: also to one proposed, or edited since', () => {
    const edit = (version: number) =>
      `insert into legal_documents (slug, version, title, published_at, body) values ('privacy', ${version}, 'Ours', 0, 'Our own.')`
    const migrated = [migrate(edit(2)), migrate(edit(3), statistics), migrate(edit(5), sales)]
    for (const { published, offered } of migrated) {
      expect(published.find(({ slug }) => slug === 'privacy')?.body).toBe('Our own.')
      expect(offered.map(({ slug, body }) => [slug, body])).toEqual([['privacy', textOf('privacy')]])
    }
    expect(textOf('privacy')).toContain(`A group of fewer than ${smallestGroup} views`)
    expect(textOf('privacy')).toContain(`once it is ${smallestGroup} or more, and never who bought`)
  })

  it('says what becomes of a deleted video: also to a page proposed, or edited since', () => {
    const edit = (slug: string, version: number) =>
      `insert into legal_documents (slug, version, title, published_at, body) values ('${slug}', ${version}, 'Ours', 0, 'Our own.')`
    for (const [slug, version] of [
      ['privacy', 4],
      ['terms', 3],
    ] as const) {
      const { published, offered } = migrate(edit(slug, version), trash)
      expect(published.find((each) => each.slug === slug)?.body).toBe('Our own.')
      expect(offered.map((each) => [each.slug, each.body])).toEqual([[slug, textOf(slug)]])
    }
    expect(textOf('privacy')).toContain(`For ${trashDays} days you can restore it`)
    expect(textOf('terms')).toContain(`which we then keep for ${trashDays} days`)
  })

  it('says what is measured: nothing is under a policy of the operator’s own', () => {
    const edit = `insert into legal_documents (slug, version, title, published_at, body)
      select 'privacy', max(version) + 1, 'Ours', 0, 'Our own.' from legal_documents where slug = 'privacy'`
    expect(migrate().measures).toBe(true)
    for (const edited of [migrate(edit, fieldData), migrate(edit, cookie, fieldData)]) {
      const own = edited.published.find(({ slug }) => slug === 'privacy')
      expect([own?.body, edited.measures]).toEqual(['Our own.', false])
      expect(edited.offered.map(({ slug, version, body }) => [slug, version, body])).toEqual([
        ['privacy', own?.version, textOf('privacy')],
      ])
    }
    expect(textOf('privacy')).toContain('we measure about one page visit in fifty')
    const shares = [...readFileSync('wrangler.toml', 'utf8').matchAll(/^FIELD_SHARE = "(.*)"$/gm)]
    expect(shares.map(([, share]) => Number(share))).toEqual([1 / 50, 1 / 50])
  })

  it('leaves a page that was edited alone, and is offered to its editor', () => {
    const edit = `insert into legal_documents (slug, version, title, published_at, body)
      values ('terms', 2, 'Ours', 0, 'Our own.'), ('terms', 3, 'Ours', 0, 'Our own again.')`
    const { published, offered } = migrate(edit)
    const terms = published.find(({ slug }) => slug === 'terms')
    expect([terms?.version, terms?.body]).toEqual([3, 'Our own again.'])
    expect(offered.map(({ slug, version }) => [slug, version])).toEqual([['terms', 3]])
    expect(offered[0]?.body).toBe(textOf('terms'))
    for (const slug of legalPages.filter((slug) => slug !== 'terms'))
      expect(published.find((each) => each.slug === slug)?.body).toBe(textOf(slug))
  })
})

describe('the default texts', () => {
  it('name settings that are filled in, and the words of the age gate', () => {
    for (const { slug, title, body } of published) {
      const named = [...`${title} ${body}`.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect([slug, named.filter((name) => !legalPlaceholders.some((known) => known === name))]).toEqual([
        slug,
        [],
      ])
      expect([slug, /somebody|everybody|whoever|\bmail\b/i.exec(body)?.[0]]).toEqual([slug, undefined])
    }
    expect(textOf('terms')).toContain('at least 18 and have reached the age of majority where you live')
  })

  it('say how long things are kept, as the code has it', () => {
    const longest = Math.max(...Object.values(limits).map(({ window }) => window))
    const privacy: [string, number, number][] = [
      ['after 24 hours at most', longest, day],
      ['for about two hours that a video was watched', seenViewsKeptMs, 2 * hour],
      ['30 days after your last visit', boundsOf({ staff: null }).idle, 30 * day],
      ['after 12 hours without use', boundsOf({ staff: 'moderator' }).idle, 12 * hour],
      ['Without a confirmation it is deleted after 7 days', newsConfirmMs, 7 * day],
      ['and erased after 7 days', deletionGraceMs, 7 * day],
      ['A cookie, for one year', ageCookie.maxAge * 1000, 365 * day],
      ['Cookies, for one year, that say that you turned on', displayCookie.maxAge * 1000, 365 * day],
      ['A cookie, for 400 days', deviceSeconds * 1000, 400 * day],
      ['A cookie, for one minute after you change something', writtenSeconds * 1000, minute],
      ['for a year if the reason was a minor', preservedMs('minor'), 365 * day],
      ['until the payment is confirmed, and for 30 days at most', soldVideosKeptMs, 30 * day],
      ['for 30 days otherwise', preservedMs('copyright'), 30 * day],
    ]
    for (const [words, value, said] of privacy) {
      expect(textOf('privacy')).toContain(words)
      expect([words, value]).toEqual([words, said])
    }
    expect(textOf('removal')).toContain(`within ${removalHours} hours`)
    expect(textOf('terms')).toContain(`once, within ${appealMs / day} days`)
  })

  it('list the history, which is on by default, and everything else that an account has', () => {
    for (const word of [
      'watch history',
      'on by default',
      'devices',
      'country',
      'passkeys',
      'authenticator app',
    ])
      expect(textOf('privacy')).toContain(word)
    for (const word of ['recovery codes', 'newsletter', 'signature', 'liked and saved', 'backups'])
      expect(textOf('privacy')).toContain(word)
  })
})
