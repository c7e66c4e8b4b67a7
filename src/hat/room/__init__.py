"""The live-room simulator: catalogue, danmaku, tool server, faults, viewers and rewards."""
