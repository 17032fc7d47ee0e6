import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { adminTab } from '#web/lib/navigation/admin-paths'
import { CardSkeletons } from '#web/ui/feedback/card-skeletons.tsx'
import { useFailedTo } from '#web/ui/feedback/failed-to'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { ViewLinks } from '#web/ui/view-links.tsx'
import { CardsPanel } from './cards/cards-panel'
import { SettingsForm } from './form/settings-form'
import { LegalPanel } from './legal/legal-panel'
import { adminSettingsQuery } from './queries'

const views = [
  { value: 'general', label: 'General' },
  { value: 'cards', label: 'Card payments' },
  { value: 'legal', label: 'Legal pages' },
  { value: 'changes', label: 'Recent changes' },
] as const

export interface SettingsPanelProps {
  /** The audit log of the settings and legal pages. */
  changes: ReactNode
}

/** Renders the Site Settings tab. The view is in the address. */
export function SettingsPanel({ changes }: SettingsPanelProps) {
  const [params] = useSearchParams()
  const view = views.find(({ value }) => value === params.get('view'))?.value ?? 'general'
  return (
    <div className="grid gap-6">
      <ViewLinks
        label="Settings"
        value={view}
        links={views.map(({ value, label }) => ({ value, label, to: adminTab('settings', { view: value }) }))}
      />
      {view === 'legal' ? (
        <LegalPanel />
      ) : view === 'cards' ? (
        <CardsPanel />
      ) : view === 'changes' ? (
        changes
      ) : (
        <General />
      )}
    </div>
  )
}

function General() {
  const { data: settings, error, refetch } = useQuery(adminSettingsQuery)
  useFailedTo('load site settings', error)
  if (error && !settings) return <LoadError error={error} onRetry={refetch} />
  if (!settings) return <CardSkeletons label="Loading the settings" className="h-64" />
  return <SettingsForm settings={settings} />
}
