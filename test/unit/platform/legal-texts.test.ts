import { readFileSync } from 'node:fs'
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
import { migratedDatabase } from '../../../scripts/lib/migrated-database'
import { writtenSeconds } from '../../../worker/http/own-writes'
import { deviceSeconds } from '../../../worker/http/session-cookie'
import { boundsOf } from '../../../worker/services/accounts/sessions/bounds'
import { soldVideosKeptMs } from '../../../worker/services/payments/payments/sold-videos'
import { limits } from '../../../worker/services/shared/rate-limits'
import { seenViewsKeptMs } from '../../../worker/services/videos/views/popularity'

interface Text {
  slug: string
  title: string
  body: string
}

const published = migratedDatabase()
  .prepare('select slug, title, body from legal_documents where version = 1 and is_default = 1 order by slug')
  .all() as unknown as Text[]
const textOf = (slug: string) => published.find((each) => each.slug === slug)?.body ?? ''

describe('the default texts', () => {
  it('are one for each legal page', () => {
    expect(published.map(({ slug }) => slug)).toEqual([...legalPages].sort())
  })

  it('say what statistics, the trash and the measuring of pages come to', () => {
    expect(textOf('privacy')).toContain(`A group of fewer than ${smallestGroup} views`)
    expect(textOf('privacy')).toContain(`once it is ${smallestGroup} or more, and never who bought`)
    expect(textOf('privacy')).toContain(`For ${trashDays} days you can restore it`)
    expect(textOf('terms')).toContain(`which we then keep for ${trashDays} days`)
    expect(textOf('privacy')).toContain('we measure about one page visit in fifty')
    const shares = [...readFileSync('wrangler.toml', 'utf8').matchAll(/^FIELD_SHARE = "(.*)"$/gm)]
    expect(shares.map(([, share]) => Number(share))).toEqual([1 / 50, 1 / 50])
  })

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
