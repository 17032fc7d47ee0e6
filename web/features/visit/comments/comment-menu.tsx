import { Ban, EllipsisVertical, Flag, Pencil, Pin, PinOff, Trash } from 'lucide-react'
import { type RefObject, Suspense, useRef, useState } from 'react'
import type { Comment } from '#contract/schemas/videos/comments'
import type { Video } from '#contract/schemas/videos/video'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { useFocusAfter } from '#web/lib/dom/use-focus-after'
import { loadAhead } from '#web/lib/lazy-part'
import { useIsBefore } from '#web/lib/time/use-is-before'
import { errorToast, toast } from '#web/ui/feedback/toast'
import { IconButton } from '#web/ui/icon-button.tsx'
import { lazyDialog } from '#web/ui/overlay/lazy-dialog.tsx'
import type { MenuItem } from '#web/ui/overlay/menu.tsx'
import { type CommentAct, useCommentAct } from './mutations'

const loadMenu = () => import('#web/ui/overlay/menu.tsx')
const ConfirmDialog = lazyDialog(() => import('#web/ui/overlay/confirm-dialog.tsx'), 'ConfirmDialog')
const RemoveCommentDialog = lazyDialog(
  () => import('#web/entities/comment/remove-comment-dialog.tsx'),
  'RemoveCommentDialog',
)
const ReportCommentDialog = lazyDialog(() => import('./report-comment-dialog'), 'ReportCommentDialog')

const icons = {
  edit: <Pencil aria-hidden="true" />,
  delete: <Trash aria-hidden="true" />,
  pin: <Pin aria-hidden="true" />,
  unpin: <PinOff aria-hidden="true" />,
  remove: <Trash aria-hidden="true" />,
  moderate: <Trash aria-hidden="true" />,
  block: <Ban aria-hidden="true" />,
  report: <Flag aria-hidden="true" />,
}
type Choice = keyof typeof icons

const labels: Record<Choice, string> = {
  edit: 'Edit',
  delete: 'Delete',
  pin: 'Pin',
  unpin: 'Unpin',
  remove: 'Remove',
  moderate: 'Remove',
  block: 'Block author',
  report: 'Report',
}

interface Question {
  title: string
  description: string
  act: string
  done: string
}

/** The questions before acts that can't be taken back at once. */
const questions: Partial<Record<Choice, Question>> = {
  delete: {
    title: 'Delete comment?',
    description: "This can't be undone. Replies to it stay.",
    act: 'Delete comment',
    done: 'Comment deleted',
  },
  remove: {
    title: 'Remove comment?',
    description: 'Others no longer see it. Replies to it stay.',
    act: 'Remove comment',
    done: 'Comment removed',
  },
  block: {
    title: 'Block author?',
    description:
      'They can no longer comment on any of your videos. What they wrote stays. You can unblock them in your account settings.',
    act: 'Block author',
    done: 'Author blocked',
  },
}

const failures: Record<CommentAct, string> = {
  delete: "Couldn't delete the comment",
  remove: "Couldn't remove the comment",
  pin: "Couldn't pin the comment",
  unpin: "Couldn't unpin the comment",
  block: "Couldn't block the author",
}

export interface CommentMenuProps {
  video: Video
  comment: Comment
  /** Its button. */
  button: RefObject<HTMLButtonElement | null>
  onEdit: () => void
}

/** Renders the viewer's actions on a comment, other than liking it; a visitor can only report it. */
export function CommentMenu({ video, comment, button, onEdit }: CommentMenuProps) {
  const { user, can } = useViewer()
  const { mutate, isPending } = useCommentAct(video, comment)
  const [chosen, setChosen] = useState<Exclude<Choice, 'edit' | 'pin' | 'unpin'> | null>(null)
  /** Once its button has been pressed. */
  const [menu, setMenu] = useState<Awaited<ReturnType<typeof loadMenu>>>()
  const region = useRef<HTMLElement | null>(null)
  const rememberOpener = useFocusAfter(chosen !== null, region)
  const isEditable = useIsBefore(comment.editableUntil)
  if (!comment.author) return null
  const choices = choicesFor(comment, {
    isAuthor: comment.author.id === user?.id,
    isEditable,
    owns: video.userId === user?.id,
    decides: can('case.decide'),
  })
  const question = chosen && questions[chosen]

  function act(choice: CommentAct, done?: string) {
    mutate(choice, {
      onSuccess: () => done && toast({ title: done }),
      onError: (error) => errorToast(failures[choice], error),
      onSettled: () => setChosen(null),
    })
  }

  function choose(value: string) {
    const choice = choices.find((each) => each === value)
    if (choice === undefined) return
    if (choice === 'edit') return onEdit()
    if (choice === 'pin' || choice === 'unpin') return act(choice)
    region.current = document.getElementById('comments')
    rememberOpener()
    setChosen(choice)
  }

  const opener = (
    <IconButton
      ref={button}
      label={`More about the comment by ${comment.author.username}`}
      aria-haspopup="menu"
      onPointerEnter={() => loadAhead(loadMenu)}
      onFocus={() => loadAhead(loadMenu)}
      onClick={() =>
        void loadMenu().then(setMenu, (error: unknown) => errorToast("Couldn't open the menu", error))
      }
      className="-my-1"
    >
      <EllipsisVertical className="size-4.5" />
    </IconButton>
  )

  return (
    <>
      {menu ? (
        <menu.Menu
          trigger={opener}
          defaultOpen
          items={choices.map((value): MenuItem => {
            const destructive = ['delete', 'remove', 'moderate'].includes(value)
            return { value, label: labels[value], icon: icons[value], destructive }
          })}
          onSelect={choose}
        />
      ) : (
        opener
      )}
      <Suspense>
        {question && chosen !== 'report' && chosen !== 'moderate' ? (
          <ConfirmDialog
            title={question.title}
            description={question.description}
            act={[question.act]}
            destructive
            busy={isPending}
            onConfirm={() => act(chosen, question.done)}
            onClose={() => setChosen(null)}
          >
            <p className="wrap-anywhere line-clamp-4 text-dim">
              {chosen === 'block' ? comment.author.username : comment.body}
            </p>
          </ConfirmDialog>
        ) : null}
        {chosen === 'report' ? (
          <ReportCommentDialog video={video} comment={comment} onClose={() => setChosen(null)} />
        ) : null}
        {chosen === 'moderate' ? (
          <RemoveCommentDialog comment={comment} onPage onClose={() => setChosen(null)} />
        ) : null}
      </Suspense>
    </>
  )
}

interface Standing {
  isAuthor: boolean
  isEditable: boolean
  /** The video is the viewer's. */
  owns: boolean
  /** The viewer is staff who decide on comments, and say why. */
  decides: boolean
}

function choicesFor(comment: Comment, { isAuthor, isEditable, owns, decides }: Standing): Choice[] {
  const isShown = comment.state === 'shown'
  return [
    ...(isAuthor && isEditable ? (['edit'] as const) : []),
    ...(owns && isShown && comment.parentId === null ? ([comment.isPinned ? 'unpin' : 'pin'] as const) : []),
    ...(isAuthor ? (['delete'] as const) : (['report'] as const)),
    ...(decides && !isAuthor ? (['moderate'] as const) : []),
    ...(owns && !decides && !isAuthor ? (['remove'] as const) : []),
    ...(owns && !isAuthor ? (['block'] as const) : []),
  ]
}
