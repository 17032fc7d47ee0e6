import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { EmptyState } from '../../ui/empty-state'
import { Tabs } from '../../ui/tabs'
import { type AdminSection, adminSections, readSection } from './sections'

export interface ControlPanelProps {
  /** What stands in the sections that have no placeholder. */
  panels: Partial<Record<AdminSection['value'], ReactNode>>
}

/** The sections, one a tab; the one in view is in the address. */
export function ControlPanel({ panels }: ControlPanelProps) {
  const [params, setParams] = useSearchParams()
  const { value, placeholder } = readSection(params.get('tab'))
  return (
    <div className="page pt-6 sm:pt-8">
      <h1 className="mb-4 font-bold text-title">Admin Control Panel</h1>
      <Tabs
        label="Sections"
        tabs={adminSections.map((section) => ({ value: section.value, label: section.label }))}
        value={value}
        onChange={(tab) => setParams({ tab })}
      >
        {placeholder ? (
          <EmptyState icon={<placeholder.icon />} title={placeholder.title} text={placeholder.text} />
        ) : (
          panels[value]
        )}
      </Tabs>
    </div>
  )
}
