import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Object3D, TextureLoader } from 'three'
import { clone } from 'three/examples/jsm/utils/SkeletonUtils.js'
import { Problem } from '#contract/wire/errors.ts'
import { fetchModel } from '../api/models.ts'
import type { MessageKey } from '../i18n/messageKey.ts'
import { fitModel } from './fitModel.ts'

interface LoadedModel {
  /** Null during loading, without a model and after a failure: then the hull is lofted. */
  object: Object3D | null
  message: MessageKey | null
}

/** GLB model of the boat, scaled to the length of the vessel. */
export function useModel(url: string | null, lengthM: number): LoadedModel {
  const { data, error, isLoading } = useQuery({
    queryKey: ['model file', url],
    queryFn: async ({ signal }) => read(await fetchModel(url ?? '', signal)),
    enabled: url !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  // A plain clone of a model with a skeleton would stay bound to the bones of the first.
  const object = useMemo(() => (data ? fitModel(clone(data), lengthM) : null), [data, lengthM])
  const missing = error instanceof Problem && error.code === 'not_found'
  const failure = missing ? 'replay.modelNotFound' : 'replay.modelFailed'
  return { object, message: isLoading ? 'replay.loadingModel' : error ? failure : null }
}

async function read(bytes: ArrayBuffer): Promise<Object3D> {
  const { GLTFLoader } = await import('three/examples/jsm/loaders/GLTFLoader.js')
  const loader = new GLTFLoader()
  // Loads textures through an <img>, because the loader's own way uses fetch, which the content security policy
  // forbids.
  loader.register((parser) => {
    parser.textureLoader = new TextureLoader(parser.options.manager)
    return { name: 'pictures' }
  })
  const { scene } = await loader.parseAsync(bytes, '')
  return scene
}
