import { RefreshCw } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { Button } from '../ui/button'
import { EmptyState } from '../ui/feedback/empty-state'

interface ErrorBoundaryProps {
  /**
   * A change of place retries after a failure. Not a key, which would show the Suspense fallback on every
   * navigation.
   */
  place?: string
  children: ReactNode
}

interface State {
  failed: boolean
}

/**
 * Also catches a page whose file is gone because a newer version was published. Reloading fetches the new
 * one.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { failed: false }

  static getDerivedStateFromError(): State {
    return { failed: true }
  }

  override componentDidUpdate(previous: ErrorBoundaryProps) {
    if (this.state.failed && previous.place !== this.props.place) this.setState({ failed: false })
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <div role="alert">
        <EmptyState
          level={1}
          icon={<RefreshCw />}
          title="This page could not be loaded"
          text="There may be a newer version of the site, or the connection broke off. Nothing you saved is lost."
          action={
            <Button variant="primary" onClick={() => location.reload()}>
              Reload the page
            </Button>
          }
        />
      </div>
    )
  }
}
