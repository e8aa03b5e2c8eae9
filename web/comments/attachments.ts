import { MAX_ATTACHMENTS } from '#contract/wire/comment.ts'
import { Problem } from '#contract/wire/errors.ts'
import { IMAGE_TYPES, type ImageReference, MAX_IMAGE_BYTES } from '#contract/wire/image.ts'

/** Image of a comment that is not posted yet; images that wait for their upload are idle. */
export type Attachment = { key: number; name: string; preview: string } & (
  | { status: 'idle'; file: File }
  | { status: 'uploading' }
  | { status: 'failed'; why: WhyFailed }
  | { status: 'done' | 'deleting'; image: ImageReference }
)

export type WhyFailed = 'tooLarge' | 'tooManyPixels' | 'noPicture' | 'notSent'

interface Calls {
  upload(file: File, signal: AbortSignal): Promise<ImageReference>
  remove(id: string): Promise<unknown>
  /** Notifies the user of refused files and failed calls. */
  notify(what: 'tooMany' | 'onlyImages' | 'uploadFailed' | 'removeFailed'): void
}

export interface Attachments {
  get(): readonly Attachment[]
  add(files: Iterable<File>): void
  remove(key: number): void
  /** Removes all images from the list after the comment was posted, without deleting them on the server. */
  clear(): void
  subscribe(listener: () => void): () => void
}

let keys = 0

/** Uploads one image after the other, so that they keep their order. */
export function createAttachments({ upload, remove, notify }: Calls): Attachments {
  let all: readonly Attachment[] = []
  let underWay: { key: number; abort: AbortController } | null = null
  const listeners = new Set<() => void>()

  function become(next: readonly Attachment[]) {
    for (const { key, preview } of all) {
      if (!next.some((one) => one.key === key)) URL.revokeObjectURL(preview)
    }
    all = next
    for (const listener of listeners) listener()
  }
  /** Changes one image; does nothing when the image was removed meanwhile. */
  const set = (key: number, change: (one: Attachment) => Attachment) =>
    become(all.map((one) => (one.key === key ? change(one) : one)))
  const without = (key: number) => all.filter((one) => one.key !== key)

  async function uploadNext() {
    const next = all.find((one) => one.status === 'idle')
    if (underWay || next?.status !== 'idle') return
    const { key, name, preview, file } = next
    const abort = new AbortController()
    underWay = { key, abort }
    set(key, () => ({ key, name, preview, status: 'uploading' }))
    try {
      const image = await upload(file, abort.signal)
      set(key, () => ({ key, name, preview, status: 'done', image }))
    } catch (error) {
      if (!abort.signal.aborted) notify('uploadFailed')
      set(key, () => ({ key, name, preview, status: 'failed', why: whyFailed(error) }))
    }
    underWay = null
    void uploadNext()
  }

  async function removeDone(one: Attachment & { image: ImageReference }) {
    set(one.key, () => ({ ...one, status: 'deleting' }))
    try {
      await remove(one.image.id)
      become(without(one.key))
    } catch {
      notify('removeFailed')
      set(one.key, () => ({ ...one, status: 'done' }))
    }
  }

  return {
    get: () => all,
    add(files) {
      const given = [...files]
      const images = given.filter(({ type }) => (IMAGE_TYPES as readonly string[]).includes(type))
      if (images.length < given.length) notify('onlyImages')
      const taken = images.slice(0, MAX_ATTACHMENTS - all.length)
      if (taken.length < images.length) notify('tooMany')
      const added = taken.map((file): Attachment => {
        const one = { key: keys++, name: file.name, preview: URL.createObjectURL(file) }
        return file.size > MAX_IMAGE_BYTES
          ? { ...one, status: 'failed', why: 'tooLarge' }
          : { ...one, status: 'idle', file }
      })
      become([...all, ...added])
      void uploadNext()
    },
    remove(key) {
      const one = all.find((each) => each.key === key)
      if (one?.status === 'deleting') return
      if (one?.status === 'done') return void removeDone({ ...one, image: one.image })
      become(without(key))
      if (underWay?.key === key) underWay.abort.abort()
    },
    clear() {
      underWay?.abort.abort()
      become([])
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function whyFailed(error: unknown): WhyFailed {
  const code = error instanceof Problem && error.code
  return code === 'too_large' ? 'tooManyPixels' : code === 'invalid' ? 'noPicture' : 'notSent'
}
