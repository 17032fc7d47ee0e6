import { useLocation } from 'react-router'
import { Bell } from '../../features/visit/shell/bell'
import { UploadLink } from '../../features/visit/shell/upload-link'
import { AccountButton } from './account-button'

/** Renders what the header has for members alone. Visitors don't load it: their first visit is to be short. */
export function MemberActions() {
  const { key } = useLocation()
  return (
    <>
      <UploadLink />
      <Bell key={key} />
      <AccountButton />
    </>
  )
}
