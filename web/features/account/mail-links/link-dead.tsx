import type { ReactNode } from 'react'
import { accountMessages } from '../../../../contract/values/accounts/account'
import { useViewer } from '../../../entities/viewer/viewer-query'
import { FormPanel } from '../../../ui/form/form-panel'
import { LinkOutcome } from './outcome'

export interface LinkDeadProps {
  /** Of the page. */
  title: string
  /** Where another link comes from. */
  renew: ReactNode
  /** The page was opened without a link, or was loaded again: the address holds no token any more. */
  missing?: boolean
}

/** Stands where a link does nothing. Why is told to nobody: it was used, is too old, or never was one. */
export function LinkDead({ title, renew, missing = false }: LinkDeadProps) {
  const { user } = useViewer()
  if (missing) {
    return (
      <FormPanel
        title={title}
        subtitle="Please open the link in our mail again. This page can do nothing without it."
      >
        <div className="flex flex-wrap justify-center gap-3">{renew}</div>
      </FormPanel>
    )
  }
  return (
    <LinkOutcome
      title="This link does nothing"
      text={
        <>
          {accountMessages.linkDead}
          {user ? ` If it is for another account than ${user.username}, sign out first.` : null}
        </>
      }
      next={renew}
    />
  )
}
