import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from 'react-router'
import { listQuery } from '#web/entities/list/list-queries'
import { usePageTitle } from '#web/entities/settings/use-page-title'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { ListView } from '#web/features/account/lists/list-view.tsx'
import { paths, readId } from '#web/lib/navigation/paths'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { PageSpinner } from '#web/ui/feedback/page-spinner.tsx'
import { TextLink } from '#web/ui/text/link.tsx'
import { RequireSignIn } from '../../layouts/require-sign-in'
import { NotFoundPage } from '../visit/not-found'

/** Renders the account's list in the address. All of them are a tab of the account. */
export function ListsPage() {
  const { id } = useParams()
  const { user } = useViewer()
  if (id === undefined) return <Navigate to={paths.lists} replace />
  return (
    <RequireSignIn message="Please sign in to see your lists.">
      {user ? <OneList key={id} id={readId(id)} /> : null}
    </RequireSignIn>
  )
}

function OneList({ id }: { id: number | null }) {
  const { data: list, error, refetch } = useQuery({ ...listQuery(id ?? 0), enabled: id !== null })
  usePageTitle(list?.name ?? 'Lists')
  if (id === null || list === null) return <NotFoundPage />
  if (error && !list) return <LoadError error={error} onRetry={refetch} />
  if (!list) return <PageSpinner />
  return (
    <div className="page pt-6 sm:pt-8">
      <p className="mb-2">
        <TextLink to={paths.lists}>All lists</TextLink>
      </p>
      <ListView list={list} />
    </div>
  )
}
