import { beforeEach, describe, expect, it } from 'vitest'
import type { Preferences, UpdatePreferences } from '#contract/schemas/accounts/account'
import { mailKinds } from '#contract/values/accounts/account'
import { noticeKinds } from '#contract/values/shared/notices'
import type { TestClient } from '../../support/client'
import { makeUser, signInAs } from '../../support/factories'

let client: TestClient

beforeEach(async () => {
  client = await signInAs(await makeUser())
})

function change(json: UpdatePreferences): Promise<Preferences> {
  return client.json<Preferences>('PATCH', '/api/account/preferences', json)
}

const known = () => client.json<Preferences>('GET', '/api/account/preferences')
const all = (on: boolean) => Object.fromEntries(mailKinds.map((kind) => [kind, on]))

describe('preferences', () => {
  it('of a new account are all on', async () => {
    expect(await known()).toEqual({
      saveWatchHistory: true,
      emailNotifications: true,
      mails: all(true),
      notices: Object.fromEntries(noticeKinds.map((kind) => [kind, { site: true, email: false }])),
    })
  })

  it('change what is named and leave the rest', async () => {
    for (const [json, expected] of [
      [{ saveWatchHistory: false }, { saveWatchHistory: false, emailNotifications: true, mails: all(true) }],
      [{ mails: { videos: false } }, { mails: { ...all(true), videos: false }, emailNotifications: true }],
      [{ mails: { videos: false } }, { mails: { ...all(true), videos: false } }],
      [{ emailNotifications: false }, { emailNotifications: false, mails: all(false) }],
      [{ mails: { reports: true } }, { emailNotifications: true, mails: { ...all(false), reports: true } }],
      [{ emailNotifications: true }, { emailNotifications: true, mails: all(true) }],
      // The single kind takes precedence.
      [
        { emailNotifications: false, mails: { reminders: true } },
        { mails: { ...all(false), reminders: true } },
      ],
      [{}, { saveWatchHistory: false, mails: { ...all(false), reminders: true } }],
      [{ saveWatchHistory: true }, { saveWatchHistory: true }],
    ] as const) {
      const answer = await change(json)
      expect(answer).toMatchObject(expected)
      expect(await known()).toEqual(answer)
    }
  })

  it('turn notifications on and off by kind and way, and the daily email off with all emails', async () => {
    const changed = await change({ notices: { video: { site: false, email: true }, reply: { site: false } } })
    // The email also leaves out kinds that are off on the site.
    expect(changed.notices).toMatchObject({
      video: { site: false, email: false },
      reply: { site: false, email: false },
      comment: { site: true, email: false },
    })
    const off = await change({ emailNotifications: false })
    expect(off).toMatchObject({ emailNotifications: false, mails: all(false) })
    expect(off.notices.video).toEqual({ site: false, email: false })
    expect((await change({ notices: { claim: { email: true } } })).emailNotifications).toBe(true)
    expect((await change({ emailNotifications: true })).notices).toEqual({
      ...off.notices,
      claim: { site: true, email: true },
    })
    for (const json of [{ notices: { else: { site: true } } }, { notices: { video: { push: true } } }]) {
      expect((await client.request('PATCH', '/api/account/preferences', { json })).status).toBe(400)
    }
  })

  it('that are turned at the same moment all count', async () => {
    await Promise.all(mailKinds.map((kind) => change({ mails: { [kind]: false } })))
    expect(await known()).toMatchObject({ emailNotifications: false, mails: all(false) })
  })

  it("are the account's own", async () => {
    await change({ saveWatchHistory: false, emailNotifications: false })
    client = await signInAs(await makeUser())
    expect(await known()).toMatchObject({ saveWatchHistory: true, emailNotifications: true })
  })
})
