import { Menu, type MenuItemProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'

/** A line of a menu that leads to another address. */
export const MenuLink = createLink((props: MenuItemProps & Omit<ComponentPropsWithRef<'a'>, 'color'>) => (
  <Menu.Item component="a" {...props} />
))
