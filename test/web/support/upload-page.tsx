import { cleanup, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { vi } from 'vitest'
import type { User } from '#contract/schemas/accounts/auth'
import { UploadVideoPage } from '#web/app/pages/publish/upload-video.tsx'
import { blurPicture } from '#web/features/publish/upload/pictures/blur-picture'
import { endAccount } from '#web/features/publish/upload/queue/end-account'
import { grabFrame, makeLadder, makeTrailer, prepareVideo } from '#web/studio/studio'
import { ArrivingRequest } from './browser/arriving-request'
import { preparedVideo } from './browser/studio'
import { type PageOptions, renderPage, type SentRequest } from './page'
import { makeUser, makeVideo } from './site'

/** One for each test, since a file's trailer is made only once. */
export let madeVideo: Blob
export const madePicture = new Blob(['picture'], { type: 'image/jpeg' })

/** Gives each of a test's files a video, a picture and a trailer. The file of the test mocks what makes them. */
export function makeMedia(): void {
  vi.stubGlobal('XMLHttpRequest', ArrivingRequest)
  madeVideo = new Blob(['x'.repeat(1000)], { type: 'video/mp4' })
  vi.mocked(prepareVideo).mockResolvedValue({ file: madeVideo, ...preparedVideo })
  vi.mocked(makeLadder).mockResolvedValue({ kind: 'made' })
  vi.mocked(grabFrame).mockResolvedValue(madePicture)
  vi.mocked(makeTrailer).mockResolvedValue(new Blob(['trailer'], { type: 'video/mp4' }))
  vi.mocked(blurPicture).mockResolvedValue(new Blob(['blurred'], { type: 'image/jpeg' }))
}

export let lastUser = 100

/** Ends what a test left running, whose requests would count as those of the next one. */
export async function endUploads(): Promise<void> {
  // A form would say that its upload was ended.
  cleanup()
  await endAccount(lastUser)
  vi.restoreAllMocks()
}

/** Renders the page for another user in each test, who has a draft and an upload of their own. */
export function renderUpload(answers: PageOptions['answers'] = {}, over: Partial<User> = {}) {
  lastUser++
  return renderPage('/upload-video', '/upload-video', <UploadVideoPage />, {
    viewer: makeUser({ id: lastUser, ...over }),
    answers: {
      'POST /api/uploads': ({ body }: SentRequest) => {
        const { kind, size } = body as { kind: string; size: number }
        return { id: `${kind}-upload`, kind, size, partSize: size, parts: 1, received: [], done: false }
      },
      'POST /api/uploads/video-upload/complete': finished('video-upload'),
      'POST /api/uploads/image-upload/complete': finished('image-upload'),
      'DELETE /api/uploads/video-upload': () => new Response(null, { status: 204 }),
      'POST /api/videos': makeVideo(9, { status: 'processing', review: 'approved' }),
      ...answers,
    },
  })
}

export function finished(id: string) {
  return { id, size: 1000, contentType: 'video/mp4', duration: 60, width: 1280, height: 720, sameAs: null }
}

export async function chooseVideo(name = 'holiday.mp4') {
  const file = new File(['source'], name, { type: 'video/mp4', lastModified: 5 })
  await userEvent.upload(await screen.findByLabelText('Video file'), file)
}

/** Drops a video beside the form, where the page takes it. */
export async function dropVideo(name: string) {
  const file = new File(['source'], name, { type: 'video/mp4', lastModified: 5 })
  const form = await screen.findByRole('button', { name: 'Upload Video' })
  fireEvent.drop(form, { dataTransfer: { files: [file], types: ['Files'] } })
}

export async function fillDetails() {
  // The file's name is there already.
  await userEvent.clear(screen.getByLabelText('Title'))
  await userEvent.type(screen.getByLabelText('Title'), 'Slow light')
  await userEvent.selectOptions(screen.getByLabelText('Category'), 'Fractals')
}

export const submit = () => userEvent.click(screen.getByRole('button', { name: 'Upload Video' }))
