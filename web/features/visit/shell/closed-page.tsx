import { Link } from 'react-router'
import { paths } from '#web/lib/navigation/paths'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { WordmarkGlyph } from '#web/ui/wordmark.tsx'

/** Replaces the whole site during maintenance. Staff get in by signing in. */
export function ClosedPage() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <EmptyState
        icon={<WordmarkGlyph />}
        level={1}
        title="Down for maintenance"
        text="We're doing some maintenance and will be back soon."
        action={
          <Link to={paths.signIn} className="text-dim text-meta underline underline-offset-4">
            Sign in as staff
          </Link>
        }
      />
    </main>
  )
}
