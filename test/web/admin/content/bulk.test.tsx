import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { AdminVideo, BulkChange } from '#contract/schemas/moderation/content'
import { bulkSize } from '#contract/values/moderation/content'
import { offerPassword } from '#web/entities/viewer/with-password'
import { expectAccessible } from '../../support/axe'
import { makeAdminVideo } from '../../support/content'
import { renderContent as render } from '../../support/content-panel'
import { type PageOptions, problem, type SentRequest } from '../../support/page'

const bulk = 'POST /api/admin/videos/bulk'
const everyone = ({ body }: SentRequest) => (body as BulkChange).ids.map((id) => ({ id, ok: true }))

function renderContent(videos: AdminVideo[], answers: PageOptions['answers'] = {}) {
  return render(videos, { [bulk]: everyone, ...answers })
}

async function select(...ids: number[]) {
  for (const id of ids) {
    await userEvent.click(await screen.findByRole('checkbox', { name: `Select Video ${id}` }))
  }
}

const changes = (sent: SentRequest[]) =>
  sent.filter(({ method }) => method === 'POST').map(({ body }) => body as BulkChange)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const dock = () => screen.getByRole('region', { name: 'Selected videos' })

const withdrawals: (() => void)[] = []
afterEach(() => {
  for (const withdraw of withdrawals.splice(0)) withdraw()
})

describe('selected videos', () => {
  it('are counted, and let go', async () => {
    renderContent([makeAdminVideo(1), makeAdminVideo(2), makeAdminVideo(3)])
    await select(1, 3)
    expect(screen.getByText('2 selected')).toBeTruthy()
    await expectAccessible()
    await select(3)
    expect(screen.getByText('1 selected')).toBeTruthy()
    await press('Select all shown')
    expect(screen.getByText('3 selected')).toBeTruthy()
    await press('Clear')
    expect(screen.queryByText(/selected$/)).toBeNull()
    expect(document.activeElement).toBe(dock())
  })

  it('are at most as many as one act may change', async () => {
    renderContent(Array.from({ length: bulkSize + 2 }, (_, index) => makeAdminVideo(index + 1)))
    await screen.findByRole('checkbox', { name: 'Select Video 1' })
    expect(screen.queryByRole('button', { name: 'Select all shown' })).toBeNull()
    await press(`Select first ${bulkSize}`)
    expect(screen.getByText(`${bulkSize} selected, the maximum`)).toBeTruthy()
    const last = () =>
      screen.getByRole<HTMLInputElement>('checkbox', { name: `Select Video ${bulkSize + 2}` })
    expect([last().disabled, last().title]).toEqual([true, `${bulkSize} are selected, the maximum.`])
    await select(1)
    expect([last().disabled, last().title]).toEqual([false, ''])
    expect(screen.getByText(`${bulkSize - 1} selected`)).toBeTruthy()
  })
})

describe('public, private, premium, free', () => {
  it('changes only those that are not so yet, and takes just these back', async () => {
    const { sent } = renderContent([
      makeAdminVideo(1),
      makeAdminVideo(2, { isPublic: false }),
      makeAdminVideo(3),
    ])
    await select(1, 2, 3)
    await press('Make private')
    expect(await screen.findByText('2 videos are private now. 1 video was private already.')).toBeTruthy()
    expect(screen.queryByText(/selected$/)).toBeNull()
    expect(document.activeElement).toBe(dock())
    await expectAccessible()
    await press('Undo')
    expect(await screen.findByText('2 videos are public now.')).toBeTruthy()
    expect(changes(sent)).toEqual([
      { ids: [1, 3], action: 'private' },
      { ids: [1, 3], action: 'public' },
    ])
    await press('Dismiss')
    expect(screen.queryByText('2 videos are public now.')).toBeNull()
    expect(document.activeElement).toBe(dock())
  })

  it('leaves the focus with whoever went on in the meantime', async () => {
    const answer = Promise.withResolvers<unknown>()
    renderContent([makeAdminVideo(1)], { [bulk]: () => answer.promise })
    await select(1)
    await press('Make private')
    const search = screen.getByRole('searchbox', { name: 'Search' })
    await userEvent.type(search, 'dee')
    answer.resolve([{ id: 1, ok: true }])
    expect(await screen.findByText('1 video is private now.')).toBeTruthy()
    expect(document.activeElement).toBe(search)
  })

  it('says which were left, and why; they are not taken back', async () => {
    const { sent } = renderContent([makeAdminVideo(1), makeAdminVideo(2)], {
      [bulk]: [
        { id: 1, ok: true },
        { id: 2, ok: false, detail: 'It was removed.' },
      ],
    })
    await select(1, 2)
    await press('Make premium')
    expect(await screen.findByText('1 video is premium now. 1 video was left as before.')).toBeTruthy()
    expect(within(dock()).getByText('Video 2').parentElement?.textContent).toBe('Video 2: It was removed.')
    await press('Undo')
    await waitFor(() => expect(changes(sent).at(-1)).toEqual({ ids: [1], action: 'free' }))
  })

  it('sends nothing where there is nothing to do', async () => {
    const { sent } = renderContent([makeAdminVideo(1)])
    await select(1)
    await press('Make free')
    expect(await screen.findByText('1 video was free already.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
    expect(changes(sent)).toEqual([])
  })

  it('keeps the selection when the server could not be reached', async () => {
    renderContent([makeAdminVideo(1)], { [bulk]: problem(500, 'internal', 'Broken.') })
    await select(1)
    await press('Make premium')
    expect(await screen.findByText('Failed to update videos. Broken.')).toBeTruthy()
    expect(screen.getByText('1 selected')).toBeTruthy()
  })
})

describe('what can not be taken back', () => {
  it('is asked about: approving names the revisions that were shown', async () => {
    const { sent } = renderContent([
      makeAdminVideo(1, { review: 'pending', revision: 4 }),
      makeAdminVideo(2, { review: 'rejected', revision: 7 }),
      makeAdminVideo(3),
    ])
    await select(1, 2, 3)
    await press('Approve')
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Approve 2 videos?' }))
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Video 1 by creator',
      'Video 2 by creator',
    ])
    await expectAccessible(screen.getByRole('alertdialog'))
    expect(changes(sent)).toEqual([])
    await userEvent.click(dialog.getByRole('button', { name: 'Approve' }))
    expect(await screen.findByText('2 videos are approved now. 1 video was approved already.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
    expect(changes(sent)).toEqual([{ ids: [1, 2], action: 'approve', revisions: [4, 7] }])
  })

  it('rejects with a reason and a note', async () => {
    const { sent } = renderContent([makeAdminVideo(1), makeAdminVideo(2)])
    await select(1, 2)
    await press('Reject')
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject 2 videos' }))
    await userEvent.click(dialog.getByRole('radio', { name: /already on the site/ }))
    await userEvent.type(dialog.getByRole('textbox', { name: 'Note' }), 'See the first one.')
    await userEvent.click(dialog.getByRole('button', { name: 'Reject' }))
    expect(await screen.findByText('2 videos are rejected and private now.')).toBeTruthy()
    expect(changes(sent)).toEqual([
      {
        ids: [1, 2],
        action: 'reject',
        revisions: [1, 1],
        reason: 'duplicate',
        note: 'See the first one.',
      },
    ])
  })

  it.each([
    ['only their own', [7, 7], 'You can restore them from My Videos for 7 days.'],
    ['some of their own', [7, 2], "You can restore your own from My Videos for 7 days. The others' files"],
    ['only of others', [2, 2], 'Their files, views and likes are deleted too.'],
  ])('says what becomes of the videos when they delete %s', async (_, owners, sentence) => {
    renderContent(owners.map((userId, index) => makeAdminVideo(index + 1, { userId })))
    await select(1, 2)
    await press('Delete')
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete 2 videos?' })
    expect(dialog.textContent).toContain(sentence)
  })

  it('deletes after a question, and after the password where the server wants it', async () => {
    const ask = vi.fn(async () => true)
    withdrawals.push(offerPassword(ask))
    const videos = [1, 2, 3, 4, 5, 6, 7].map((id) => makeAdminVideo(id))
    let answer: unknown = problem(403, 'password_required', 'Type your password again.')
    const { sent } = renderContent(videos, {
      [bulk]: (request: SentRequest) => {
        const now = answer
        answer = everyone(request)
        return now
      },
    })
    await select(1, 2, 3, 4, 5, 6, 7)
    await press('Delete')
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete 7 videos?' }))
    expect(dialog.getByText('and 2 more')).toBeTruthy()
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('7 videos are deleted now.')).toBeTruthy()
    expect(ask).toHaveBeenCalledTimes(1)
    expect(changes(sent).map(({ action }) => action)).toEqual(['delete', 'delete'])
  })
})
