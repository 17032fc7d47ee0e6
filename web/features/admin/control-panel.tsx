import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { EmptyState } from '../../ui/empty-state'
import { Tabs } from '../../ui/tabs'
import { adminSections, readSection } from './sections'

/** The sections, one a tab; the one in view is in the address. `content` is what Content Management shows. */
export function ControlPanel({ content }: { content: ReactNode }) {
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
          content
        )}
      </Tabs>
    </div>
  )
}
