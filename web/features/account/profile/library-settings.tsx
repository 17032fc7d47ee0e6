import { useQuery } from '@tanstack/react-query'
import type { Preferences, UpdatePreferences } from '#contract/schemas/accounts/account'
import { preferencesQuery } from '#web/entities/viewer/preferences-query'
import { useUpdatePreferences } from '#web/entities/viewer/use-update-preferences'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { NoticeSettings, NoticeSettingsSkeleton } from './notice-settings'
import { SettingsSection } from './settings-section'

/** Renders the settings for watch history, and for notifications on the site and by email. */
export function LibrarySettings() {
  const { data, error, refetch } = useQuery(preferencesQuery)
  const { mutate: change } = useUpdatePreferences()

  if (error && !data) return <LoadError error={error} onRetry={refetch} />
  return (
    <>
      <SettingsSection title="Watch history">
        {data ? <HistorySwitch preferences={data} onChange={change} /> : <SwitchSkeleton />}
      </SettingsSection>
      <SettingsSection title="Notifications">
        {data ? <NoticeSettings preferences={data} onChange={change} /> : <NoticeSettingsSkeleton />}
      </SettingsSection>
    </>
  )
}

interface SwitchesProps {
  preferences: Preferences
  onChange: (change: UpdatePreferences) => void
}

function HistorySwitch({ preferences, onChange }: SwitchesProps) {
  return (
    <Switch
      label="Save watch history"
      help="When off, we don't record what you watch or where you stopped. Existing history stays until you delete it."
      checked={preferences.saveWatchHistory}
      onChange={(event) => onChange({ saveWatchHistory: event.target.checked })}
    />
  )
}

/** As tall as a switch with a line of help. */
function SwitchSkeleton() {
  return <Skeleton className="h-11 rounded-nav" />
}
