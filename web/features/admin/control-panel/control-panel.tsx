import { type ReactNode, Suspense, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { PasswordPrompt } from '../../../entities/viewer/password-prompt'
import { useViewer } from '../../../entities/viewer/viewer-query'
import { type AdminSection, readSection, sectionsFor } from '../../../lib/admin-paths'
import { readId } from '../../../lib/paths'
import { CardSkeletons } from '../../../ui/feedback/card-skeletons'
import { Tabs } from '../../../ui/tabs'
import { useSectionArrival } from './use-section-arrival'

export interface ControlPanelProps {
  panels: Record<AdminSection, ReactNode>
  /** Shows a video's case over the panel. */
  renderCase: (videoId: number, onClose: () => void) => ReactNode
}

/** Renders the sections as tabs; the current one is in the address. */
export function ControlPanel({ panels, renderCase }: ControlPanelProps) {
  const [params, setParams] = useSearchParams()
  const { can } = useViewer()
  const sections = sectionsFor(can)
  const section = readSection(sections, params.get('tab'))
  const page = useRef<HTMLDivElement>(null)
  useSectionArrival(section, page)
  const opened = can('video.review') ? readId(params.get('case')) : null

  function closeCase() {
    // Replaces the history entry, so that Back doesn't reopen it.
    setParams(
      [...params].filter(([name]) => name !== 'case'),
      { replace: true },
    )
  }

  return (
    <div ref={page} className="page pt-6 sm:pt-8">
      <h1 className="mb-4 font-bold text-title">Admin Control Panel</h1>
      <Tabs label="Sections" tabs={sections} value={section} onChange={(tab) => setParams({ tab })}>
        <Suspense fallback={<CardSkeletons label="Loading the section" className="h-28" />}>
          {panels[section]}
        </Suspense>
      </Tabs>
      <Suspense>{opened ? renderCase(opened, closeCase) : null}</Suspense>
      <PasswordPrompt />
    </div>
  )
}
