import { type ReactNode, Suspense, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { PasswordPrompt } from '../../../entities/viewer/password-prompt'
import { type AdminSection, adminSections, readSection } from '../../../lib/admin-paths'
import { CardSkeletons } from '../../../ui/feedback/card-skeletons'
import { Tabs } from '../../../ui/tabs'
import { useSectionArrival } from './use-section-arrival'

export interface ControlPanelProps {
  panels: Record<AdminSection, ReactNode>
}

/** Renders the sections as tabs; the current one is in the address. */
export function ControlPanel({ panels }: ControlPanelProps) {
  const [params, setParams] = useSearchParams()
  const section = readSection(params.get('tab'))
  const page = useRef<HTMLDivElement>(null)
  useSectionArrival(section, page)
  return (
    <div ref={page} className="page pt-6 sm:pt-8">
      <h1 className="mb-4 font-bold text-title">Admin Control Panel</h1>
      <Tabs label="Sections" tabs={adminSections} value={section} onChange={(tab) => setParams({ tab })}>
        <Suspense fallback={<CardSkeletons label="Loading the section" className="h-28" />}>
          {panels[section]}
        </Suspense>
      </Tabs>
      <PasswordPrompt />
    </div>
  )
}
