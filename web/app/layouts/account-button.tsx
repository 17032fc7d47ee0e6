import { useState } from 'react'
import { unreadNumber } from '../../entities/notice/unread-number'
import { Avatar } from '../../entities/uploader/avatar'
import { useViewer } from '../../entities/viewer/viewer-query'
import { loadAhead } from '../../lib/lazy-part'
import { errorToast } from '../../ui/feedback/toast'
import { IconButton } from '../../ui/icon-button'

const loadMenu = () => import('../parts/account-menu')

/** Renders the button of the account menu on a desktop. A phone has the panel and the bottom bar instead. */
export function AccountButton() {
  const { user } = useViewer()
  /** Once the button has been pressed. */
  const [menu, setMenu] = useState<Awaited<ReturnType<typeof loadMenu>>>()
  if (!user) return null
  const { id, username, unread } = user
  const button = (
    <IconButton
      label={unread > 0 ? `Account menu, ${unreadNumber(unread)} unread` : 'Account menu'}
      aria-haspopup="menu"
      // The menu knows, once there is one.
      aria-expanded={menu ? undefined : false}
      onPointerEnter={() => loadAhead(loadMenu)}
      onFocus={() => loadAhead(loadMenu)}
      onClick={() =>
        void loadMenu().then(setMenu, (error: unknown) => errorToast("Couldn't open the menu", error))
      }
      className="-mr-1 max-md:hidden"
    >
      <Avatar id={id} username={username} url={null} className="size-8 text-meta" />
    </IconButton>
  )
  return menu ? <menu.AccountMenu user={user} trigger={button} /> : button
}
