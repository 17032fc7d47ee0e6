import { RefreshCw } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { enableControls } from '../lib/first-screen/values'
import { isPartMissing, loadMissingParts } from '../lib/lazy-part'
import { whenLineIsBack } from '../lib/line'
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
 * Also catches a page whose file can't be loaded. If the connection was the reason, the page comes once it is
 * back; if a newer version was published, reloading fetches that.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { failed: false }

  static getDerivedStateFromError(): State {
    return { failed: true }
  }

  readonly #show = () => {
    this.#stopWaiting()
    this.setState({ failed: false })
  }

  readonly #tryAgain = async () => {
    // Waits on while nothing has loaded. If the part that loaded is another page's, this page fails and waits
    // again.
    if (await loadMissingParts()) this.#show()
  }

  #stopWaiting: () => void = () => undefined

  override componentDidCatch() {
    enableControls()
    this.#stopWaiting()
    if (isPartMissing()) this.#stopWaiting = whenLineIsBack(this.#tryAgain)
  }

  override componentDidUpdate(previous: ErrorBoundaryProps) {
    if (this.state.failed && previous.place !== this.props.place) this.#show()
  }

  override componentWillUnmount() {
    this.#stopWaiting()
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <div role="alert">
        <EmptyState
          level={1}
          icon={<RefreshCw />}
          title="Couldn't load this page"
          text="You may be offline, or the site was just updated. Reload to continue."
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
