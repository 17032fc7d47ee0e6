import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import type { ChangedVideo } from '#contract/schemas/moderation/changes'
import type { Video } from '#contract/schemas/videos/video'
import { CorrectVideo } from '#web/app/parts/correct-video.tsx'
import { ChangedContent } from '#web/features/admin/changes/changed-content.tsx'
import { CorrectDialog } from '#web/features/admin/correct/correct-dialog.tsx'
import { CaseViewer } from '#web/features/admin/review/case-viewer.tsx'
import { PictureError } from '#web/features/publish/upload/pictures/upload-picture'
import { diffLines, diffWords } from '#web/lib/diff'
import { expectAccessible } from '../../support/axe'
import { makePending } from '../../support/content'
import { problem, renderPage } from '../../support/page'
import { makeUser, makeVideo } from '../../support/site'

// The studio needs workers and WebCodecs: the browser tests have them.
vi.mock('#web/studio/studio', () => ({ grabFrame: async () => new Blob(['picture']) }))

const list = 'GET /api/admin/videos/changed'
const viewer = makeUser({ isAdmin: true })

const changed: ChangedVideo = {
  video: makePending(5, { title: 'A loud lake', description: 'Calm water', review: 'approved' }),
  changedSince: '2026-11-20T10:00:00.000Z',
  changes: 3,
  tags: ['lake'],
  approved: {
    at: '2026-11-19T10:00:00.000Z',
    title: 'A quiet lake',
    description: 'Calm water',
    tags: ['lake'],
  },
  captions: [{ language: 'en', label: 'English', change: 'replaced' }],
}

const plain = (parts: ReturnType<typeof diffWords>) =>
  parts.map(({ kind, text }) => `${{ same: '', removed: '-', added: '+' }[kind]}${text}`)

/** Renders the dialog, and opens it again when it is closed. */
function CorrectTwice() {
  const [key, setKey] = useState(1)
  return <CorrectVideo key={key} videoId={5} onClose={() => setKey(2)} />
}

const renderCorrect = ({ id }: { id: number }, onClose: () => void) => (
  <CorrectVideo videoId={id} onClose={onClose} />
)

it('compares texts by words and by lines', () => {
  expect(plain(diffWords('A quiet lake', 'A loud lake'))).toEqual(['A ', '-quiet', '+loud', ' lake'])
  expect(plain(diffWords('', 'New'))).toEqual(['+New'])
  expect(plain(diffWords('one two three four', 'two three five four'))).toEqual([
    '-one ',
    'two three',
    '+ five',
    ' four',
  ])
  expect(plain(diffLines('a\nb\nc', 'a\nx\nc'))).toEqual(['a', '-b', '+x', 'c'])
  const [before, after] = ['a', 'b'].map((letter) => Array.from({ length: 2000 }, (_, at) => letter + at))
  expect(diffLines(before?.join('\n') ?? '', after?.join('\n') ?? '').map(({ kind }) => kind)).toEqual([
    'removed',
    'added',
  ])
})

it('shows both texts, reads captions on demand, and accepts what was shown', async () => {
  const { sent } = renderPage('/admin', '/admin', <ChangedContent renderCorrect={renderCorrect} />, {
    viewer,
    answers: {
      [list]: () => [changed],
      'GET /api/admin/videos/5/changes/captions/en': { approved: 'one\ntwo', shown: 'one\nthree' },
      'POST /api/admin/videos/5/changes': () => changed.video,
    },
  })
  const card = within(
    (await screen.findByRole('heading', { name: /A loud lake/ })).closest('article') as HTMLElement,
  )
  expect(card.getByText('quiet', { selector: 'del' })).toBeTruthy()
  expect(card.getByText('loud', { selector: 'ins' })).toBeTruthy()
  expect(card.queryByText('Description')).toBeNull()
  await expectAccessible()
  await userEvent.click(card.getByRole('button', { name: 'Show captions in English' }))
  expect(await card.findByText('three', { selector: 'ins' })).toBeTruthy()
  await userEvent.click(card.getByRole('button', { name: 'Accept the changes of A loud lake' }))
  await screen.findByText('Changes accepted')
  expect(sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { decision: 'accept', note: '', changes: 3 },
  ])
})

it('asks why before it restores or reviews, and keeps the reason when refused', async () => {
  renderPage('/admin', '/admin', <ChangedContent renderCorrect={renderCorrect} />, {
    viewer,
    answers: {
      [list]: () => [changed],
      'POST /api/admin/videos/5/changes': problem(409, 'conflict', 'This video was changed since.'),
    },
  })
  await userEvent.click(
    await screen.findByRole('button', { name: 'Restore the approved texts of A loud lake' }),
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Restore approved texts' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Restore' }))
  expect(dialog.getByText('Explain why in a sentence or two.')).toBeTruthy()
  await userEvent.type(dialog.getByLabelText('Reason'), 'It misleads.')
  await userEvent.click(dialog.getByRole('button', { name: 'Restore' }))
  expect(await dialog.findByText('This video was changed since.')).toBeTruthy()
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('It misleads.')
})

it.each([
  ['accept', 'Accept the changes of A loud lake', 'Changes accepted'],
  ['recall', 'Send A loud lake back to review', 'Sent back to review'],
])('says so and keeps the focus when the last video is decided by %s', async (decision, button, done) => {
  let videos = [changed]
  const { sent } = renderPage('/admin', '/admin', <ChangedContent renderCorrect={renderCorrect} />, {
    viewer,
    answers: {
      [list]: () => videos,
      'POST /api/admin/videos/5/changes': () => {
        videos = []
        return changed.video
      },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: button }))
  if (decision === 'recall') {
    await userEvent.type(await screen.findByLabelText('Reason'), 'It misleads.')
    await userEvent.click(screen.getByRole('button', { name: 'Send back to review' }))
  }
  expect(await screen.findByText(done)).toBeTruthy()
  const region = await screen.findByRole('region', { name: 'Changed since approval' })
  await waitFor(() => expect(document.activeElement).toBe(region))
  expect(within(region).getByText("You've been through all changes.")).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

it('corrects a video beside its changes, and a reported one in its case while it isn’t on hold', async () => {
  const answers = (hold: Video['hold']) => ({
    [list]: [changed],
    'GET /api/admin/videos/5/case': makeVideo(5, { title: 'A loud lake', hold }),
    'GET /api/admin/videos/5/uploader': problem(500, 'internal', 'Broken.'),
  })
  const { unmount } = renderPage('/admin', '/admin', <ChangedContent renderCorrect={renderCorrect} />, {
    viewer,
    answers: answers(null),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Correct A loud lake' }))
  expect(await screen.findByRole('dialog', { name: 'Correct video' })).toBeTruthy()
  unmount()

  const renderCase = (hold: Video['hold']) =>
    renderPage(
      '/admin',
      '/admin',
      <CaseViewer videoId={5} renderCorrect={renderCorrect} onClose={() => {}} />,
      { viewer, answers: answers(hold) },
    )
  const held = renderCase('quarantine')
  await screen.findByRole('dialog', { name: 'A loud lake' })
  expect(screen.queryByRole('button', { name: 'Correct' })).toBeNull()
  held.unmount()
  renderCase(null)
  await userEvent.click(await screen.findByRole('button', { name: 'Correct' }))
  expect(await screen.findByRole('dialog', { name: 'Correct video' })).toBeTruthy()
})

it('corrects the texts as they are now, not as they were looked at before', async () => {
  const texts = ['Before', 'Since']
  const answers = {
    'GET /api/admin/videos/5/case': () => ({
      ...makePending(5, { title: texts.shift() ?? '' }),
      videoUrl: null,
    }),
  }
  renderPage('/admin', '/admin', <CorrectTwice />, { viewer, answers })
  expect((await screen.findByLabelText<HTMLInputElement>(/^Title/)).value).toBe('Before')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^Title/).value).toBe('Since'))
})

it('says why a picture could not be uploaded', async () => {
  const refused = () => Promise.reject(new PictureError('This picture is too large.'))
  renderPage(
    '/admin',
    '/admin',
    <CorrectDialog
      video={makePending(5)}
      picture={null}
      isPictureChanged
      captions={null}
      uploadPictures={refused}
      onClose={vi.fn()}
    />,
    { viewer },
  )
  await userEvent.type(await screen.findByLabelText('Reason'), 'It showed somebody.')
  await userEvent.click(screen.getByRole('button', { name: 'Save correction' }))
  expect(await screen.findByText('This picture is too large.')).toBeTruthy()
})

it('corrects only what was changed, with a reason', async () => {
  const onClose = vi.fn()
  const video = { ...makePending(5, { title: 'Wrong name', description: 'Old words' }), videoUrl: null }
  const { sent } = renderPage('/admin', '/admin', <CorrectVideo videoId={5} onClose={onClose} />, {
    viewer,
    answers: {
      'GET /api/admin/videos/5/case': video,
      'PATCH /api/admin/videos/5': () => video,
    },
  })
  // A dialog of its own shows that the video is loading.
  const title = await screen.findByLabelText(/^Title/)
  const dialog = within(screen.getByRole('dialog', { name: 'Correct video' }))
  await userEvent.clear(title)
  await userEvent.type(title, 'ab')
  await userEvent.click(dialog.getByRole('button', { name: 'Save correction' }))
  expect(dialog.getByText('Explain why in a sentence or two.')).toBeTruthy()
  expect(title.getAttribute('aria-invalid')).toBe('true')
  await userEvent.type(title, 'c')
  await userEvent.clear(dialog.getByLabelText('Description'))
  await userEvent.type(dialog.getByLabelText('Reason'), 'It named somebody.')
  await expectAccessible()
  await userEvent.click(dialog.getByRole('button', { name: 'Save correction' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
    { title: 'abc', description: '', note: 'It named somebody.' },
  ])
})
