import type { UseQueryResult } from '@tanstack/react-query'
import { Suspense, useEffect, useRef } from 'react'
import { ApiError } from '#web/lib/api-error'
import { ButtonLink } from '#web/ui/button.tsx'
import { CardSkeletons } from '#web/ui/feedback/card-skeletons.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { TextLink } from '#web/ui/text/link.tsx'

export interface OneCaseProps<Case> {
  /** Kind and ID of the case: `Report 12`. */
  name: string
  query: UseQueryResult<Case>
  /** Link to the list that the case is from. */
  all: { to: string; label: string }
  children: (found: Case) => React.ReactNode
}

/** Shows the one case that an address names, or says that there is none. */
export function OneCase<Case>({ name, query: { data, error, refetch }, all, children }: OneCaseProps<Case>) {
  const region = useRef<HTMLElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another case takes its place
  useEffect(() => {
    // The link that led here is gone with its list.
    if (document.activeElement === document.body) region.current?.focus({ preventScroll: true })
  }, [name])

  return (
    <section ref={region} tabIndex={-1} aria-label={name} className="grid grid-cols-1 gap-4">
      {data ? (
        <>
          <div className="flex flex-wrap items-center justify-between gap-x-4">
            <h2 className="font-bold text-section">{name}</h2>
            <TextLink to={all.to} className="flex min-h-10 items-center">
              {all.label}
            </TextLink>
          </div>
          <Suspense>{children(data)}</Suspense>
        </>
      ) : error instanceof ApiError && error.status === 404 ? (
        <EmptyState
          title={`${name} doesn't exist`}
          text="Check the ID. It may have been deleted."
          action={<ButtonLink to={all.to}>{all.label}</ButtonLink>}
        />
      ) : error ? (
        <LoadError error={error} onRetry={refetch} />
      ) : (
        <CardSkeletons label={`Loading ${name.toLowerCase()}`} className="h-56" />
      )}
    </section>
  )
}
