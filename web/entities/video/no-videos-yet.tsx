import type { ReactNode } from 'react'
import { paths } from '../../lib/navigation/paths'
import { ButtonLink } from '../../ui/button'
import { EmptyState } from '../../ui/feedback/empty-state'

export interface NoVideosYetProps {
  icon: ReactNode
  title: string
  /** How videos get there. */
  text: string
}

/** Takes the place of an account's own list that holds no videos, and leads to some. */
export function NoVideosYet(props: NoVideosYetProps) {
  return (
    <EmptyState
      {...props}
      action={
        <ButtonLink to={paths.categories} variant="primary">
          Explore videos
        </ButtonLink>
      }
    />
  )
}
