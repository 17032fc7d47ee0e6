import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { RefusedTerm } from '#contract/schemas/site/blocked-terms'
import type { AdminSettings } from '#contract/schemas/site/settings-admin'
import { blockedTermMessages } from '#contract/values/site/blocked-terms'
import { newAccount, signUp } from '#test/support/accounts/accounts'
import { ownerOfVideos } from '#test/support/accounts/owner'
import { problemOf, TestClient } from '#test/support/client'
import { jobContext } from '#test/support/context'
import { changeSettings, makeUpload, makeUser, makeVideo, signInAs, videoRow } from '#test/support/factories'
import { sendCaptions, tracksOf, vtt } from '#test/support/videos/captions'
import { refuseBlockedSearch } from '#worker/services/shared/blocked-terms/index'

const owner = ownerOfVideos()
let admin: TestClient

beforeAll(async () => {
  admin = await signInAs(await makeUser({ isAdmin: true }))
})

afterEach(() => changeSettings({ blockedTerms: '' }))

function patch(id: number, json: object, client = owner.client) {
  return client.request('PATCH', `/api/videos/${id}`, { json })
}

async function faultsOf(response: Response) {
  const { errors } = await problemOf(response)
  return [response.status, errors?.map(({ path }) => path), new Set(errors?.map(({ message }) => message))]
}

async function refused(term: string) {
  const list = await admin.json<RefusedTerm[]>('GET', '/api/admin/refused-terms')
  return list.find((each) => each.term === term)?.counts
}

describe('blocked terms', () => {
  it('are refused in each text, which is counted by place', async () => {
    const [word, other] = ['Forbidden Text', 'ärger']
    await changeSettings({ blockedTerms: `${word}\n${other}` })
    const [video, image] = [await makeUpload(owner.id), await makeUpload(owner.id, 'image')]
    const json = {
      title: 'A FORBIDDEN text',
      description: 'arger, forbidden-text',
      tags: ['night', 'Ärger'],
      categoryId: 1,
      videoFile: video.id,
      thumbnailFile: image.id,
    }
    const message = new Set([blockedTermMessages.text])
    const create = await owner.client.request('POST', '/api/videos', { json })
    expect(await faultsOf(create)).toEqual([400, ['title', 'description', 'tags'], message])
    const { id } = await makeVideo(owner.id)
    expect(await faultsOf(await patch(id, { title: 'Forbidden text' }))).toEqual([400, ['title'], message])
    expect(await faultsOf(await patch(id, { tags: ['arger'] }))).toEqual([400, ['tags'], message])
    const correction = { title: 'Forbidden text', tags: ['calm'], note: 'A better name.' }
    const correct = await admin.request('PATCH', `/api/admin/videos/${id}`, { json: correction })
    expect(await faultsOf(correct)).toEqual([400, ['title'], message])
    await expect.poll(() => refused(word)).toEqual({ title: 3, description: 1 })
    await expect.poll(() => refused(other)).toEqual({ tag: 2 })
  })

  it.each([
    ['forbidden-word', 'Forbidden Word'],
    ['F0rbiddenW0rd7', 'Forbidden Word'],
    ['the_uble_one', 'üble'],
  ])('are refused in the username %s', async (username, term) => {
    await changeSettings({ blockedTerms: 'Forbidden Word\nüble' })
    const before = (await refused(term))?.username ?? 0
    const answer = await signUp(newAccount({ username }))
    expect(await faultsOf(answer)).toEqual([400, ['username'], new Set([blockedTermMessages.text])])
    await expect.poll(async () => (await refused(term))?.username).toBe(before + 1)
  })

  it('are refused in captions, also of staff, however the words are marked up', async () => {
    await changeSettings({ blockedTerms: 'Forbidden Word' })
    const { id } = await makeVideo(owner.id)
    for (const text of [
      'a forbidden\nword',
      '<b>For</b>bidden &#x77;ord',
      '<v Ann>forbidden <00:02.000>word',
    ])
      expect(await faultsOf(await sendCaptions(owner.client, id, 'en', vtt(text)))).toEqual([
        400,
        ['file'],
        new Set([blockedTermMessages.text]),
      ])
    const correct = await admin.request('PUT', `/api/admin/videos/${id}/captions/en`, {
      body: vtt('A forbidden word'),
      headers: { 'content-type': 'text/vtt' },
    })
    expect(correct.status).toBe(400)
    expect(await tracksOf(id)).toEqual([])
    await expect.poll(async () => (await refused('Forbidden Word'))?.caption).toBe(4)
    expect((await sendCaptions(owner.client, id, 'en', vtt('A word'))).status).toBe(200)
  })

  it('are refused in the text of a profile', async () => {
    await changeSettings({ blockedTerms: 'profiled' })
    const answer = await owner.client.request('PUT', '/api/account/profile', {
      json: { about: 'I am profiled' },
    })
    expect(await faultsOf(answer)).toEqual([400, ['about'], new Set([blockedTermMessages.text])])
    await expect.poll(() => refused('profiled')).toEqual({ profile: 1 })
  })

  it('that were listed later stand in the way of no other change', async () => {
    const { id } = await makeVideo(owner.id, { title: 'An old name' })
    await changeSettings({ blockedTerms: 'old' })
    expect((await patch(id, { title: 'An old name', description: 'Something new' })).status).toBe(200)
    expect((await videoRow(id))?.description).toBe('Something new')
  })

  it('end a search, which is counted without who', async () => {
    await changeSettings({ blockedTerms: 'nope' })
    const counted: Promise<unknown>[] = []
    const ctx = { ...(await jobContext()), defer: (work: Promise<unknown>) => void counted.push(work) }
    expect(() => refuseBlockedSearch(ctx, 'say NOPE twice')).toThrow(
      expect.objectContaining({ code: 'invalid_input', detail: blockedTermMessages.search }),
    )
    expect(() => refuseBlockedSearch(ctx, 'nopes')).not.toThrow()
    await Promise.all(counted)
    expect(await refused('nope')).toEqual({ search: 1 })
  })

  it('are stored tidily, and stay within the control panel', async () => {
    const save = (blockedTerms: string) =>
      admin.request('PATCH', '/api/admin/settings', { json: { blockedTerms } })
    const saved = await save(' One  term \r\n\r\ntwo\ntwo\n')
    expect((await saved.json<AdminSettings>()).blockedTerms).toBe('One term\ntwo')
    const seen = await (await new TestClient().get('/api/settings')).text()
    expect(seen).not.toMatch(/blockedTerms|One term/)
    expect(await (await new TestClient().get('/')).text()).not.toMatch(/blockedTerms|One term/)
    expect(await faultsOf(await save('x'.repeat(61)))).toEqual([
      400,
      ['blockedTerms'],
      new Set([blockedTermMessages.long]),
    ])
    const many = Array.from({ length: 501 }, (_, at) => `term ${at}`).join('\n')
    expect(await faultsOf(await save(many))).toEqual([
      400,
      ['blockedTerms'],
      new Set([blockedTermMessages.many]),
    ])
  })
})
