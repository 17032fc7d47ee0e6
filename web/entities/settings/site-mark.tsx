import { useQuery } from '@tanstack/react-query'
import { Wordmark } from '../../ui/wordmark'
import { settingsQuery, useSiteName } from './settings-query'

/** Renders the operator's logo, or the built-in one with the site's name. `className`: for the name. */
export function SiteMark({ className }: { className?: string }) {
  const name = useSiteName()
  const logo = useQuery(settingsQuery).data?.logo ?? null
  return <Wordmark name={name} logo={logo} {...(className ? { className } : {})} />
}
