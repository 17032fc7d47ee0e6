import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { deletionGraceMs } from '#contract/values/accounts/account'
import { appealMs, preservedMs, removalHours } from '#contract/values/moderation/safety'
import { currencyCookie } from '#contract/values/payments/prices'
import { daysKept } from '#contract/values/shared/daily-stats'
import { ageCookie } from '#contract/values/shared/limits'
import { day, hour, minute } from '#contract/values/shared/time'
import { displayCookie } from '#contract/values/site/display'
import { legalPages } from '#contract/values/site/legal'
import { legalPlaceholders } from '#contract/values/site/legal-text'
import { newsConfirmMs } from '#contract/values/site/newsletter'
import { smallestGroup } from '#contract/values/videos/statistics'
import { trashDays } from '#contract/values/videos/video'
import { migratedDatabase } from '#tools/database/migrations'
import { writtenSeconds } from '#worker/http/own-writes'
import { deviceSeconds } from '#worker/http/session-cookie'
import { keptMs } from '#worker/jobs/prune'
import { boundsOf } from '#worker/services/accounts/sessions/bounds'
import { soldVideosKeptMs } from '#worker/services/payments/orders/sold-videos'
import { auditKeptMs } from '#worker/services/shared/audit/index'
import { limits } from '#worker/services/shared/rate-limits/index'
import { usedUploadsKeptMs } from '#worker/services/uploads/transfer/prune-used'
import { staleMs } from '#worker/services/uploads/transfer/stale'
import { seenViewsKeptMs } from '#worker/services/videos/views/popularity'

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
      ['and for 90 days a record of the emails we sent you', keptMs.mails, 90 * day],
      ['Uploads that you do not finish are deleted after two days', staleMs, 2 * day],
      ['How a file was sent is recorded for 90 days', usedUploadsKeptMs, 90 * day],
      ['notices to us are deleted after 90 days', keptMs.webhooks, 90 * day],
      ['for three years, for longer while a case is open', auditKeptMs, 3 * 365 * day],
      [
        'Of a month that ended more than 400 days ago, only the sums of the whole month are left',
        daysKept,
        400,
      ],
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
      'the {historyLimit} videos that you watched last; older entries are deleted within a week',
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

  it('name every cookie that the site writes', () => {
    const entry: Record<string, string> = {
      'web/entities/viewer/age-mark.ts': 'that say that you confirmed your age',
      'web/features/premium/plans/subscribe-widget.tsx': 'which currency you chose to see prices in',
      'web/lib/dom/display-choice.ts': 'that you turned on discreet mode or theatre mode',
      'web/player/dom/read-refusal.ts': 'that say that you confirmed your age',
      'worker/http/documents/display.ts': 'that you turned on discreet mode or theatre mode',
      'worker/http/own-writes.ts': 'for one minute after you change something',
      'worker/http/session-cookie.ts': 'A cookie that keeps you signed in',
      'worker/routes/public/embed.ts': 'A player of ours on another site has a cookie of its own there',
    }
    const means = ['web/lib/dom/write-cookie.ts', 'worker/http/cookies.ts']
    const writers = globSync('{web,worker,processors}/**/*.{ts,tsx}').filter((file) =>
      /(write(Own|Frame)?Cookie|setCookie)\(|document\.cookie = /.test(readFileSync(file, 'utf8')),
    )
    expect(writers.filter((file) => !means.includes(file)).sort()).toEqual(Object.keys(entry))
    for (const words of Object.values(entry)) expect(textOf('privacy')).toContain(words)
    expect(currencyCookie.maxAge).toBe(ageCookie.maxAge)
  })
})
