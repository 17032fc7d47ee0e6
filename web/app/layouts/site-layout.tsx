import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { Outlet, useLocation } from 'react-router'
import { settingsQuery } from '../../entities/settings/settings-query'
import { useViewer } from '../../entities/viewer/viewer-query'
import { useUploadsGoOn } from '../../features/publish/upload/progress/use-uploads-go-on'
import { AgeGate } from '../../features/visit/gate/age-gate'
import { BottomBar } from '../../features/visit/shell/bottom-bar'
import { Header } from '../../features/visit/shell/header'
import { KeptPart } from '../../lib/kept-part'
import { lazyExtra } from '../../lib/lazy-part'
import { notePage } from '../../lib/navigation/arrival'
import { isGated, playerId } from '../../lib/navigation/paths'
import { SkipLink } from '../../ui/skip-link'
import { ErrorBoundary } from '../error-boundary'
import { PageArrival } from './page-arrival'
import { RouteLoading } from './route-loading'
import { useFreshBuild } from './use-fresh-build'

const mainId = 'main'

const ClosedPage = lazyExtra(() => import('../../features/visit/shell/closed-page'), 'ClosedPage')

// Always below the first screen, since main is at least as tall as the window.
const Footer = lazyExtra(() => import('../../features/visit/shell/footer'), 'Footer')
/** As the bell, not for visitors. */
const MemberActions = lazyExtra(() => import('./member-actions'), 'MemberActions')
const VideosAhead = lazyExtra(() => import('../parts/videos-ahead'), 'VideosAhead')

export function SiteLayout() {
  const { pathname } = useLocation()
  const { data: settings } = useQuery(settingsQuery)
  const { user } = useViewer()
  const gated = isGated(pathname)
  const Uploads = useUploadsGoOn(user?.id, settings, pathname)
  // Pages outside the age gate stay open during maintenance too.
  if (settings?.maintenanceMode && !user?.staff && gated)
    return (
      <Suspense>
        <ClosedPage />
      </Suspense>
    )
  return (
    <AgeGate active={gated}>
      <Site />
      {Uploads ? <Uploads /> : null}
    </AgeGate>
  )
}

/** Renders the site once the visitor has passed the gate. */
export function Site() {
  const { pathname } = useLocation()
  useFreshBuild(pathname)
  useEffect(() => notePage(pathname), [pathname])
  return (
    <>
      <SkipLink to={mainId}>Skip to content</SkipLink>
      {pathname.startsWith('/video/') ? (
        // A page that tells of a fault has no player.
        <SkipLink to={playerId} className="[:root:not(:has(#player))_&]:hidden">
          Skip to player
        </SkipLink>
      ) : null}
      <RouteLoading />
      <Header actions={<MemberActions />} />
      {/* Taller than the window, so that the footer never jumps while a page loads. */}
      <main id={mainId} tabIndex={-1} className="min-h-dvh">
        <ErrorBoundary place={pathname}>
          <KeptPart>
            <Suspense>
              <Outlet />
              <PageArrival mainId={mainId} />
            </Suspense>
          </KeptPart>
        </ErrorBoundary>
      </main>
      <Suspense>
        <Footer />
        <VideosAhead />
      </Suspense>
      <BottomBar />
    </>
  )
}
