import { type ReactNode, Suspense, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { PasswordPrompt } from '#web/entities/viewer/password-prompt.tsx'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { type AdminSection, readSection, sectionsFor } from '#web/lib/navigation/admin-paths'
import { readId } from '#web/lib/navigation/paths'
import { CardSkeletons } from '#web/ui/feedback/card-skeletons.tsx'
import { FindBox } from './find-box'
import { SectionDrawer } from './section-drawer'
import { SectionLinks, sectionName } from './section-links'
import { useSectionArrival } from './use-section-arrival'

export interface ControlPanelProps {
  panels: Record<AdminSection, ReactNode>
  /** Shows a video's case over the panel. */
  renderCase: (videoId: number, onClose: () => void) => ReactNode
}

/**
 * Renders one section beside links to all sections that the viewer may open; the current one is in the URL.
 */
export function ControlPanel({ panels, renderCase }: ControlPanelProps) {
  const [params, setParams] = useSearchParams()
  const { can } = useViewer()
  const section = readSection(sectionsFor(can), params.get('tab'))
  const panel = useRef<HTMLDivElement>(null)
  useSectionArrival(section, panel)
  const opened = can('video.review') ? readId(params.get('case')) : null

  function closeCase() {
    // Replaces the history entry, so that Back doesn't reopen it.
    setParams(
      [...params].filter(([name]) => name !== 'case'),
      { replace: true },
    )
  }

  return (
    <div className="page pt-6 sm:pt-8">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="font-bold text-title">Admin Control Panel</h1>
        <div className="flex flex-wrap items-start gap-3 max-sm:w-full">
          <SectionDrawer current={section} />
          {can('payment.read') ? <FindBox /> : null}
        </div>
      </div>
      <div className="gap-8 lg:grid lg:grid-cols-[17rem_minmax(0,1fr)]">
        <div className="max-lg:hidden">
          <div className="sticky top-20 max-h-[calc(100dvh-6rem)] overflow-y-auto pb-4">
            <SectionLinks current={section} />
          </div>
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: a group of the section's own regions, no fieldset */}
        <div ref={panel} role="group" aria-label={sectionName(section)} tabIndex={-1} className="min-w-0">
          <Suspense fallback={<CardSkeletons label="Loading the section" className="h-28" />}>
            {panels[section]}
          </Suspense>
        </div>
      </div>
      <Suspense>{opened ? renderCase(opened, closeCase) : null}</Suspense>
      <PasswordPrompt />
    </div>
  )
}
