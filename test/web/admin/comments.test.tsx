import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { CommentsPanel } from '#web/features/admin/comments/comments-panel.tsx'
import { expectAccessible } from '../support/axe'
import { makeQueuedComment } from '../support/comments'
import { renderPage, type SentRequest } from '../support/page'
import { makeUser } from '../support/site'

const reported = 'GET /api/admin/comments?queue=reported'
const held = 'GET /api/admin/comments?queue=held'
const decide = 'POST /api/admin/comments/1/decide'

const nameOf = ({ method, path }: SentRequest) => `${method} ${path}`

afterEach(cleanup)

function renderComments(answers: Record<string, unknown>, query = '') {
  return renderPage(`/admin?tab=comments${query}`, '/admin', <CommentsPanel />, {
    viewer: makeUser({ isAdmin: true }),
    answers: { [reported]: [], [held]: [], ...answers },
  })
}

describe('the comments of the control panel', () => {
  it('remove a reported one with its reason and a sentence', async () => {
    const { sent } = renderComments({
      [reported]: [makeQueuedComment(1)],
      [decide]: new Response(null, { status: 204 }),
    })
    const card = within(await screen.findByRole('article', { name: 'Comment 1' }))
    card.getByText('Spam or advertising')
    await expectAccessible(screen.getByRole('region', { name: 'Reported comments' }))
    await userEvent.click(card.getByRole('button', { name: 'Remove comment' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove comment' }))
    expect(dialog.getByLabelText<HTMLInputElement>("What's wrong with it?").value).toBe('spam')
    await userEvent.click(dialog.getByRole('button', { name: 'Remove comment' }))
    dialog.getByText('Explain why in a sentence or two.')
    await userEvent.type(dialog.getByLabelText('Reason, in your own words'), 'It advertises.')
    await userEvent.click(dialog.getByRole('button', { name: 'Remove comment' }))
    await screen.findByText('Comment removed')
    expect(sent.find((each) => nameOf(each) === decide)).toMatchObject({
      body: { decision: 'remove', reason: 'spam', note: 'It advertises.', editedAt: null },
    })
  })

  it('show a held one', async () => {
    const comment = makeQueuedComment(1, {
      state: 'held',
      heldFor: 'link',
      openReports: 0,
      dueAt: null,
      reports: [],
    })
    const { sent } = renderComments(
      { [held]: [comment], [decide]: new Response(null, { status: 204 }) },
      '&view=held',
    )
    const card = within(await screen.findByRole('article', { name: 'Comment 1' }))
    card.getByText('CONTAINS A LINK')
    expect(card.queryByText(/^(Due|Overdue since)/)).toBeNull()
    await userEvent.click(card.getByRole('button', { name: 'Show comment' }))
    await screen.findByText('Comment shown')
    await waitFor(() =>
      expect(sent.find((each) => nameOf(each) === decide)).toMatchObject({ body: { decision: 'keep' } }),
    )
  })

  it('uphold the reports of one that is gone, and promise its author nothing', async () => {
    const comment = makeQueuedComment(1, { state: 'deleted', body: '' })
    const { sent } = renderComments({ [reported]: [comment], [decide]: new Response(null, { status: 204 }) })
    const card = within(await screen.findByRole('article', { name: 'Comment 1' }))
    card.getByText('DELETED BY ITS AUTHOR')
    card.getByText(/^(Due|Overdue since)/)
    card.getByRole('button', { name: 'Dismiss reports' })
    await userEvent.click(card.getByRole('button', { name: 'Uphold reports' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Uphold reports' }))
    await userEvent.type(dialog.getByLabelText('Reason, in your own words'), 'It advertised.')
    await userEvent.click(dialog.getByRole('button', { name: 'Uphold reports' }))
    await screen.findByText('Reports upheld')
    expect(screen.queryByText(/The author gets an email/)).toBeNull()
    expect(sent.find((each) => nameOf(each) === decide)).toMatchObject({ body: { decision: 'remove' } })
  })

  it('restore a removed one that staff removed, with a sentence', async () => {
    const removed = { state: 'removed' as const, openReports: 0, reports: [], tellsAuthor: false }
    const { sent } = renderComments(
      {
        'GET /api/admin/comments?queue=removed': [
          makeQueuedComment(1, { ...removed, removedBy: 'staff', reason: 'harassment' }),
          makeQueuedComment(2, { ...removed, removedBy: 'uploader' }),
        ],
        [decide]: new Response(null, { status: 204 }),
      },
      '&view=removed',
    )
    const card = within(await screen.findByRole('article', { name: 'Comment 1' }))
    card.getByText('Harassment or threats')
    await expectAccessible(screen.getByRole('region', { name: 'Removed comments' }))
    // The comment doesn't wait for a decision, and uploaders judge the ones that they remove.
    expect(card.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Restore comment'])
    const other = within(screen.getByRole('article', { name: 'Comment 2' }))
    other.getByText('REMOVED BY UPLOADER')
    expect(other.queryByRole('button')).toBeNull()
    await userEvent.click(card.getByRole('button', { name: 'Restore comment' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Restore comment' }))
    dialog.getByText(/If its author is banned or leaving, it stays hidden until they're back\./)
    await userEvent.click(dialog.getByRole('button', { name: 'Restore comment' }))
    dialog.getByText('Explain why in a sentence or two.')
    await userEvent.type(dialog.getByLabelText('Reason, in your own words'), 'We misread it.')
    await userEvent.click(dialog.getByRole('button', { name: 'Restore comment' }))
    await screen.findByText('Comment restored')
    expect(sent.filter((each) => nameOf(each) === decide)).toMatchObject([
      { body: { decision: 'restore', note: 'We misread it.', editedAt: null } },
    ])
  })

  it('say what will be there', async () => {
    renderComments({})
    await screen.findByText('No reported comments')
  })
})
