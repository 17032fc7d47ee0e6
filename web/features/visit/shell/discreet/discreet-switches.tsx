import { useState } from 'react'
import { useSiteName } from '#web/entities/settings/settings-query'
import { SiteName } from '#web/entities/settings/site-name.tsx'
import { keepsDiscreetHistory, setKeepsDiscreetHistory } from '#web/entities/video/history/discreet'
import { isChosen } from '#web/lib/dom/display-choice'
import { Switch } from '#web/ui/form/switch.tsx'
import { setDiscreet } from './set-discreet'

/** Settings of this browser, not of an account. */
export function DiscreetSwitches() {
  const siteName = useSiteName()
  const [on, setOn] = useState(() => isChosen('discreet'))
  const [keepsHistory, setKeepsHistory] = useState(keepsDiscreetHistory)
  return (
    <div className="grid gap-5">
      <Switch
        label="Discreet mode"
        help="Gives the tab a neutral title and icon, blurs pictures until you point at them, and leaves the site when you press Esc twice. Your browser's own history still lists the pages you open."
        checked={on}
        onChange={({ target }) => {
          setOn(target.checked)
          void setDiscreet(target.checked, siteName)
        }}
      />
      <Switch
        className="pl-5"
        label="Keep watch history"
        help={
          <>
            While discreet mode is on, <SiteName /> doesn't save what you watch or where you stopped unless
            you turn this on.
          </>
        }
        disabled={!on}
        checked={keepsHistory}
        onChange={({ target }) => {
          setKeepsHistory(target.checked)
          setKeepsDiscreetHistory(target.checked)
        }}
      />
    </div>
  )
}
