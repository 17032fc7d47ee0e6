import { Ban, EllipsisVertical, Flag, Pencil, Pin, PinOff, Trash2 } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import type { Comment } from '../../../../contract/schemas/videos/comments'
import type { Video } from '../../../../contract/schemas/videos/videos'
import { useViewer } from '../../../entities/viewer/viewer-query'
import { useFocusAfter } from '../../../lib/dom/use-focus-after'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { errorToast, toast } from '../../../ui/feedback/toast'
import { IconButton } from '../../../ui/icon-button'
import { lazyDialog } from '../../../ui/lazy-dialog'
import { Menu, type MenuItem } from '../../../ui/menu'
import { type CommentAct, useCommentAct } from './mutations'

const ReportCommentDialog = lazyDialog(() => import('./report-comment-dialog'), 'ReportCommentDialog')

const icons = {
  edit: <Pencil aria-hidden="true" />,
  delete: <Trash2 aria-hidden="true" />,
  pin: <Pin aria-hidden="true" />,
  unpin: <PinOff aria-hidden="true" />,
  remove: <Trash2 aria-hidden="true" />,
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
  block: 'Block author',
  report: 'Report',
}

interface Question {
  title: string
  description: string
  act: string
  done: string
}

/** What is asked before an act that can't be taken back at once. */
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
  onEdit: () => void
}

/** Renders what the viewer can do with a comment besides reading and liking it; nothing for a visitor. */
export function CommentMenu({ video, comment, onEdit }: CommentMenuProps) {
  const { user } = useViewer()
  const { mutate, isPending } = useCommentAct(video, comment)
  const [chosen, setChosen] = useState<'delete' | 'remove' | 'block' | 'report' | null>(null)
  const region = useRef<HTMLElement | null>(null)
  const rememberOpener = useFocusAfter(chosen !== null, region)
  if (!user || !comment.author) return null
  const choices = choicesFor(comment, {
    isAuthor: comment.author.id === user.id,
    owns: video.userId === user.id,
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

  return (
    <>
      <Menu
        trigger={
          <IconButton label={`More about the comment by ${comment.author.username}`} className="-my-1">
            <EllipsisVertical className="size-4.5" />
          </IconButton>
        }
        items={choices.map((value): MenuItem => {
          const destructive = value === 'delete' || value === 'remove'
          return { value, label: labels[value], icon: icons[value], destructive }
        })}
        onSelect={choose}
      />
      {question && chosen !== null && chosen !== 'report' ? (
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
      <Suspense>
        {chosen === 'report' ? (
          <ReportCommentDialog video={video} comment={comment} onClose={() => setChosen(null)} />
        ) : null}
      </Suspense>
    </>
  )
}

interface Standing {
  isAuthor: boolean
  /** The video is the viewer's. */
  owns: boolean
}

function choicesFor(comment: Comment, { isAuthor, owns }: Standing): Choice[] {
  const isShown = comment.state === 'shown'
  return [
    ...(isAuthor && comment.editableUntil ? (['edit'] as const) : []),
    ...(owns && isShown && comment.parentId === null ? ([comment.isPinned ? 'unpin' : 'pin'] as const) : []),
    ...(isAuthor ? (['delete'] as const) : (['report'] as const)),
    ...(owns && !isAuthor ? (['remove', 'block'] as const) : []),
  ]
}
