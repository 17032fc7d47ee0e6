import { screen } from '@testing-library/react'
import type { User } from '#contract/schemas/accounts/auth'
import type { Video } from '#contract/schemas/videos/video'
import { EditVideoPage } from '#web/app/pages/publish/edit-video.tsx'
import { type PageOptions, renderPage } from './page'
import { makeUser, makeVideo } from './site'

/** A video of the viewer's own. */
export const own = {
  userId: 7,
  videoUrl: '/media/a/source.mp4',
  status: 'ready',
  review: 'approved',
} as const

/** Renders the edit page of video 5. */
export function renderEdit(
  over: Partial<Video> = {},
  answers: PageOptions['answers'] = {},
  viewer: User | null = makeUser(),
) {
  const video = makeVideo(5, { ...own, ...over })
  return renderPage('/edit-video/5', '/edit-video/:id', <EditVideoPage />, {
    viewer,
    answers: { 'GET /api/videos/5': video, 'PATCH /api/videos/5': video, ...answers },
  })
}

export const save = () => screen.getByRole('button', { name: 'Save Changes' })
export const title = () => screen.findByLabelText('Title')
