import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Preferences, UpdatePreferences } from '#contract/schemas/accounts/account'
import { kindsOn } from '#contract/values/shared/notices'
import { users } from '#db/schema'
import type { TestClient } from '../../support/client'
import { changeSettings, makeUser, signInAs, testDb } from '../../support/factories'

let client: TestClient
let person: { id: number; username: string }

beforeEach(async () => {
  person = await makeUser()
  client = await signInAs(person)
})

afterEach(() => changeSettings({ commentsEnabled: false }))

function change(json: UpdatePreferences): Promise<Preferences> {
  return client.json<Preferences>('PATCH', '/api/account/preferences', json)
}

const known = () => client.json<Preferences>('GET', '/api/account/preferences')

const inSiteAndDaily = { site: true, daily: false }
const decided = { site: true, email: true, daily: false }
const ofEveryone = {
  video: inSiteAndDaily,
  review: decided,
  report: decided,
  claim: { site: true },
  premium: { email: true },
}

describe('preferences', () => {
  it('of a new account are the defaults', async () => {
    expect(await known()).toEqual({ saveWatchHistory: true, emailNotifications: true, notices: ofEveryone })
  })

  it('have the kinds that the site has', async () => {
    await changeSettings({ commentsEnabled: true })
    const kinds = { comment: inSiteAndDaily, reply: inSiteAndDaily }
    expect((await known()).notices).toEqual({ ...ofEveryone, ...kinds })
    await changeSettings({ commentsEnabled: false })
    expect((await known()).notices).toEqual(ofEveryone)
  })

  it('say that emails are on until the last one is off, whatever the account did so far', async () => {
    for (const kind of kindsOn('email')) {
      expect((await known()).emailNotifications).toBe(true)
      await change({ notices: { [kind]: { email: false } } })
    }
    expect((await known()).emailNotifications).toBe(false)
  })

  it('change what is named and leave the rest', async () => {
    const start = (await known()).notices
    const off = {
      ...start,
      review: { ...decided, email: false },
      report: { ...decided, email: false },
      premium: { email: false },
    }
    const daily = { site: true, daily: true }
    const everything = { site: true, email: true, daily: true }
    const on = {
      video: daily,
      review: everything,
      report: everything,
      premium: { email: true },
    }
    for (const [json, expected] of [
      [{ saveWatchHistory: false }, { saveWatchHistory: false, emailNotifications: true, notices: start }],
      [{ notices: { review: { email: false } } }, { notices: { ...start, review: off.review } }],
      [{ notices: { review: { email: false } } }, { notices: { ...start, review: off.review } }],
      [{ emailNotifications: false }, { emailNotifications: false, notices: off }],
      [
        { notices: { report: { email: true } } },
        { emailNotifications: true, notices: { ...off, report: decided } },
      ],
      [{ emailNotifications: true }, { emailNotifications: true, notices: on }],
      // The single choice takes precedence.
      [
        { emailNotifications: false, notices: { video: { daily: true } } },
        { emailNotifications: true, notices: { ...off, video: daily } },
      ],
      [{}, { saveWatchHistory: false, notices: { ...off, video: daily } }],
      [{ saveWatchHistory: true }, { saveWatchHistory: true }],
    ] satisfies [UpdatePreferences, Partial<Preferences>][]) {
      const answer = await change(json)
      expect(answer).toMatchObject(expected)
      expect(await known()).toEqual(answer)
    }
  })

  it('leave kinds that are off on the site out of the daily email', async () => {
    const { notices } = await change({ notices: { video: { site: false, daily: true } } })
    expect(notices).toEqual({ ...ofEveryone, video: { site: false, daily: false } })
    // Nor with all emails, and it stays out when it is back.
    await change({ emailNotifications: true })
    const back = await change({ notices: { video: { site: true } } })
    expect(back.notices.video).toEqual({ site: true, daily: false })
  })

  it('hold as they were chosen before the kinds had one name', async () => {
    await testDb()
      .update(users)
      .set({ mutedMails: ['reminders', 'videos'], mutedNotices: ['claim'], digestKinds: ['video'] })
      .where(eq(users.id, person.id))
    expect((await known()).notices).toEqual({
      video: { site: true, daily: true },
      review: { ...decided, email: false },
      report: decided,
      claim: { site: false },
      premium: { email: false },
    })
    const { notices } = await change({ notices: { review: { email: true } } })
    expect([notices.review, notices.premium]).toEqual([decided, { email: false }])
  })

  it.each([
    { else: { site: true } },
    { video: { push: true } },
    { video: { email: true } },
    { premium: { site: true } },
    { review: { email: 1 } },
  ])('refuse %j', async (notices) => {
    const { status } = await client.request('PATCH', '/api/account/preferences', { json: { notices } })
    expect(status).toBe(400)
  })

  it('that are turned at the same moment all count', async () => {
    await Promise.all(kindsOn('email').map((kind) => change({ notices: { [kind]: { email: false } } })))
    expect(await known()).toMatchObject({ emailNotifications: false })
  })

  it("are the account's own", async () => {
    await change({ saveWatchHistory: false, emailNotifications: false })
    client = await signInAs(await makeUser())
    expect(await known()).toMatchObject({ saveWatchHistory: true, emailNotifications: true })
  })
})
