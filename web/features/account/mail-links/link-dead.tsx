import type { ReactNode } from 'react'
import { accountMessages } from '#contract/values/accounts/account'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { FormPanel } from '#web/ui/form/form-panel.tsx'
import { LinkOutcome } from './link-outcome'

export interface LinkDeadProps {
  /** The page's title. */
  title: string
  /** Where to get another link. */
  renew: ReactNode
  /** The page was opened without a token or reloaded, after which the address holds no token. */
  missing?: boolean
}

/** Shown for a link that no longer works. The reason is never told: used, expired, or never valid. */
export function LinkDead({ title, renew, missing = false }: LinkDeadProps) {
  const { user } = useViewer()
  if (missing) {
    return (
      <FormPanel title={title} subtitle="Please open the link in our email again. Part of it is missing.">
        <div className="flex flex-wrap justify-center gap-3">{renew}</div>
      </FormPanel>
    )
  }
  return (
    <LinkOutcome
      title="This link has expired"
      text={
        <>
          {accountMessages.linkDead}
          {user ? ` If it's for an account other than ${user.username}, sign out first.` : null}
        </>
      }
      next={renew}
    />
  )
}
