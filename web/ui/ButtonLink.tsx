import { Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'

/** Link that looks like a button. */
export const ButtonLink = createLink((props: ButtonProps & Omit<ComponentPropsWithRef<'a'>, 'color'>) => (
  <Button component="a" {...props} />
))
