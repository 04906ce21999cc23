package core

type level int

const (
	levelDebug  level = 1
	levelInfo   level = 3
	levelNotice level = 5
	levelError  level = 7
)
