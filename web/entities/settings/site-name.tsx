import { useSiteName } from './settings-query'

/** Renders the site's name, which a discreet browser covers. */
export function SiteName() {
  return <span className="wordmark">{useSiteName()}</span>
}
