import { screen, within } from '@testing-library/react'
import type { AdminVideo } from '#contract/schemas/moderation/content'
import { ContentPanel } from '#web/features/admin/content/content-panel.tsx'
import { RemoveVideoDialog } from '#web/features/admin/safety/remove-video-dialog.tsx'
import { type PageOptions, renderPage } from './page'
import { makeUser } from './site'

/** Renders the tab Content Management with these videos, at a URL that may have a query. */
export function renderContent(videos: AdminVideo[], answers: PageOptions['answers'] = {}, query = '') {
  const panel = (
    <ContentPanel
      pending={<p>Needs attention</p>}
      renderCorrect={() => null}
      renderRemove={(video, onClose) => <RemoveVideoDialog video={video} onClose={onClose} />}
    />
  )
  return renderPage(`/admin?tab=content${query}`, '/admin', panel, {
    viewer: makeUser({ isAdmin: true }),
    answers: { 'GET /api/admin/videos?limit=50': () => videos, ...answers },
  })
}

export async function cardOf(title: string) {
  return within((await screen.findByRole('heading', { name: title })).closest('article') as HTMLElement)
}
